import { expect, test } from 'vitest'
import { startSampleRates } from './stand-ins.ts'

const path = '/stats/eurofxref/eurofxref-daily.xml'

test('on a weekend, serves Friday’s rates in the bank’s XML', async () => {
  const rates = await startSampleRates({ clock: { now: () => Date.parse('2026-11-21T10:00:00Z') } })
  try {
    const answer = await fetch(`${rates.url}${path}`)
    const xml = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml'])
    expect(xml).toContain("<Cube time='2026-11-20'>")
    expect(xml).toContain("<Cube currency='USD' rate='1.1111'/>")
    expect(xml.match(/<Cube currency=/g)).toHaveLength(29)
    const refused = [await fetch(rates.url), await fetch(`${rates.url}${path}`, { method: 'POST' })]
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
  } finally {
    await rates.close()
  }
})
