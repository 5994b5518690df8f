import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { json } from '#runner/sdk/testing/fake-host.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { hostWithPage, searchOn } from '../tests/search.ts'

const example = (file: string) => JSON.parse(readFileSync(join(referenceData ?? '', 'duffel/examples', file), 'utf8'))

test.for(['offer.json', 'offer.priced.json'])(
  'leaves out the offer of the example %s, whose flights leave and arrive at the same time',
  needs.referenceData,
  async (file) => {
    const host = hostWithPage(json({ data: [example(file)], meta: {} }))
    expect(await searchOn(host)).toMatchObject({ results: [], metadata: { unreadable: 1 } })
    expect(host.lines[0]).toContain('arrives before it leaves')
  },
)

test('reads the example of an offer with later arrivals', needs.referenceData, async () => {
  const offer = example('offer.json')
  for (const { segments } of offer.slices) for (const segment of segments) segment.arriving_at = '2020-06-13T19:04:02'
  const { results } = await searchOn(hostWithPage(json({ data: [offer], meta: {} })), {
    params: { date: '2020-06-13' },
  })
  expect(results).toMatchObject([
    {
      price: { amount: Number(offer.total_amount), currency: offer.total_currency },
      airline_code: offer.slices[0].segments[0].marketing_carrier.iata_code,
      co2_kg: Number(offer.total_emissions_kg),
    },
  ])
})
