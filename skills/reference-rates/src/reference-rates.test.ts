import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReferenceRate } from '#runner/contract/capabilities/reference-rates.ts'
import { createFakeHost } from '#runner/sdk/testing/fake-host.ts'
import { askRates, readRates } from './ask-rates.ts'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-19'>
			<Cube currency='USD' rate='1.1512'/>
			<Cube currency='JPY' rate='180.35'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`

const answering = (status: number, body: string) => createFakeHost({ status, body })

test('turns the bank’s rates into valid results, sorted by currency', () => {
  const { results, isComplete } = readRates(xml)
  expect(results).toEqual([
    { base: 'EUR', currency: 'JPY', rate: 180.35, date: '2026-11-19' },
    { base: 'EUR', currency: 'USD', rate: 1.1512, date: '2026-11-19' },
  ])
  expect(isComplete).toBe(true)
  for (const each of results) ReferenceRate.parse(each)
})

test.each([
  ['not a number', "<Cube currency='CHF' rate='N/A'/>"],
  ['zero', "<Cube currency='CHF' rate='0'/>"],
  ['an invalid currency', "<Cube currency='Franc' rate='0.9'/>"],
  ['a repeated currency', "<Cube currency='USD' rate='2'/>"],
])('leaves out an invalid rate (%s) and marks the answer partial', (_, entry) => {
  const { results, isComplete } = readRates(xml.replace('</Cube>', `${entry}</Cube>`))
  expect(results.map(({ currency, rate }) => [currency, rate])).toEqual([
    ['JPY', 180.35],
    ['USD', 1.1512],
  ])
  expect(isComplete).toBe(false)
})

test('finds no rates in any other text, however long', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (text) => {
      expect(readRates(text).results).toEqual([])
    }),
  )
  for (const piece of ["<Cube time='", "<Cube currency='USD' ", '<Cube ', "'"]) {
    expect(readRates(piece.repeat(60_000 / piece.length)).results).toEqual([])
  }
})

describe('an answer', () => {
  test.each([
    [429, xml, 'API_RATE_LIMITED'],
    [404, xml, 'API_UNAVAILABLE'],
    [500, '', 'API_UNAVAILABLE'],
    [200, '<html>Maintenance</html>', 'API_UNAVAILABLE'],
  ])('with status %i becomes its failure code', async (status, body, code) => {
    expect(await askRates(answering(status, body))).toMatchObject({ ok: false, code })
  })

  test('from the bank becomes a list of rates with their source', async () => {
    const found = await askRates(answering(200, xml))
    if (!found.ok) throw new Error(found.detail)
    expect(found.value.metadata).toEqual({ source_api: 'www.ecb.europa.eu', partial: false })
    expect(found.value.results).toHaveLength(2)
  })
})
