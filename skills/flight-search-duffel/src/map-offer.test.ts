import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ana,
  type Fields,
  offer,
  passenger,
  seattleToTokyo,
  segment,
  slice,
  tokyoToSeattle,
  united,
} from '../tests/offers.ts'
import { mapped, search } from '../tests/search.ts'

const first = async (given: unknown) => (await mapped(given))[0]
const viaHonolulu = [
  segment('SEA', '2027-03-15T09:00:00', 'HNL', '2027-03-15T12:10:00', { marketing_carrier: united }),
  segment('HNL', '2027-03-15T14:00:00', 'HND', '2027-03-16T18:00:00', { marketing_carrier_flight_number: '185' }),
]

describe('an offer becomes a result', () => {
  test('with times in their offsets, price with its parts, bags, fare and emissions', async () => {
    expect(await first(offer())).toMatchObject({
      id: 'off_1',
      provider: 'Duffel',
      airline: 'All Nippon Airways',
      airline_code: 'NH',
      seller: { code: 'NH', name: 'All Nippon Airways' },
      price: { amount: 847, currency: 'USD' },
      price_base: { amount: 700, currency: 'USD' },
      taxes: [{ code: 'XT', price: { amount: 147, currency: 'USD' } }],
      departure: '2027-03-15T11:30:00-07:00',
      arrival: '2027-03-16T14:10:00+09:00',
      duration_minutes: 640,
      stops: 0,
      bags: { cabin: 1, checked: { pieces: 2 } },
      co2_kg: 460,
      fare: {
        brand: 'Basic',
        refundable: true,
        conditions: [
          {
            kind: 'refund',
            text: 'Refund before departure',
            charged: true,
            fee: { amount: 100, currency: 'USD' },
          },
          { kind: 'change', text: 'Change before departure', charged: false },
        ],
      },
      legs: [
        {
          segments: [
            {
              departure: { airport: 'SEA', terminal: '1' },
              carrier: { code: 'NH', name: 'All Nippon Airways' },
              flight_number: '177',
              aircraft: { code: '789', name: 'Boeing 787-9' },
              cabin: 'economy',
              fare: { brand: 'Basic', basis: 'NLR1R1RX' },
            },
          ],
        },
      ],
    })
  })

  test('with layovers, changes of airport and technical stops', async () => {
    const stops = [{ airport: { iata_code: 'FAT' }, duration: 'PT0H45M' }]
    const withStop = { ...viaHonolulu[0], stops }
    const result = await first(offer({ slices: [slice([withStop, viaHonolulu[1]])] }))
    expect(result).toMatchObject({
      stops: 2,
      legs: [
        {
          layovers: [{ airport: 'HNL', duration_minutes: 110, changes_airport: false }],
          segments: [{ technical_stops: 1, technical_stops_at: [{ airport: 'FAT', duration_minutes: 45 }] }, {}],
        },
      ],
    })
    const toHonolulu = segment('HND', '2027-03-16T20:00:00', 'HNL', '2027-03-16T08:00:00')
    expect(await first(offer({ slices: [slice([seattleToTokyo, toHonolulu])] }))).toMatchObject({
      legs: [{ layovers: [{ airport: 'NRT', duration_minutes: 350, changes_airport: true }] }],
    })
  })

  test('with a leg for each slice', async () => {
    const both = offer({ slices: [slice([seattleToTokyo]), slice([tokyoToSeattle], { fare_brand_name: 'Flex' })] })
    const { results } = await search({ offers: [both] }, { params: { return_date: '2027-03-25' } })
    expect(results).toMatchObject([{ legs: [{}, { duration_minutes: 555 }], fare: { brand: 'Basic / Flex' } }])
  })

  test('with emissions for one traveler, not counting infants on a lap', async () => {
    const { results } = await search({}, { params: { adults: 2, children: 1, infants: 1 } })
    expect(results).toMatchObject([{ co2_kg: 153.3 }])
  })

  test('with the lead adult’s bags and cabin', async () => {
    const passengers = [
      passenger({ passenger_id: 'pas_2', cabin_class: 'business', baggages: [] }),
      passenger({ baggages: [{ type: 'checked', quantity: 0 }] }),
    ]
    const result = await first(
      offer({
        passengers: [
          { id: 'pas_2', age: 8, type: null },
          { id: 'pas_1', type: 'adult' },
        ],
        slices: [slice([{ ...seattleToTokyo, passengers }])],
      }),
    )
    expect(result?.bags).toEqual({ checked: { pieces: 0 } })
    expect(result?.legs[0]?.segments[0]?.cabin).toBe('economy')
  })

  test('with the operating carrier if it differs, and its code if the marketing carrier has none', async () => {
    const operated = { ...seattleToTokyo, operating_carrier: united }
    const nameless = { ...operated, marketing_carrier: { iata_code: null, name: 'Some Airline' } }
    const [one, other] = await mapped(offer({ slices: [slice([operated])] }), offer({ slices: [slice([nameless])] }))
    expect(one?.legs[0]?.segments[0]).toMatchObject({ carrier: { code: 'NH' }, operating_carrier: { code: 'UA' } })
    expect(other?.legs[0]?.segments[0]).toMatchObject({ carrier: { code: 'UA' } })
  })

  test('with the airline that sells it, even if another one flies', async () => {
    expect(await first(offer({ owner: united }))).toMatchObject({
      airline_code: 'NH',
      seller: { code: 'UA', name: 'United Airlines' },
    })
  })
})

describe('a fact that the provider does not state, or not usably, is absent from the result', () => {
  test.each<[string, Fields, object]>([
    ['taxes', { tax_amount: null }, { taxes: undefined }],
    ['taxes in another currency', { tax_currency: 'EUR' }, { taxes: undefined }],
    ['a base in another currency', { base_currency: 'EUR' }, { price_base: undefined }],
    ['a base above the total', { base_amount: '900.00' }, { price_base: undefined }],
    ['emissions', { total_emissions_kg: null }, { co2_kg: undefined }],
    ['conditions', { conditions: null }, { fare: { brand: 'Basic' } }],
    ['the seller', { owner: null }, { seller: undefined }],
    ['a seller of another type', { owner: { iata_code: [], name: {} } }, { seller: undefined }],
  ])('%s', async (_, fields, expected) => {
    const result = await first(offer(fields))
    for (const [name, value] of Object.entries(expected)) expect(Object(result)[name]).toEqual(value)
  })

  test('bags, when no entry names them', async () => {
    const passengers = [passenger({ baggages: [] })]
    expect((await first(offer({ slices: [slice([{ ...seattleToTokyo, passengers }])] })))?.bags).toBeUndefined()
  })

  test('the fee of a permitted change, which counts as charged; a forbidden refund gives no condition', async () => {
    const conditions = {
      refund_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
      change_before_departure: { allowed: true, penalty_amount: null, penalty_currency: null },
    }
    expect((await first(offer({ conditions })))?.fare).toEqual({
      brand: 'Basic',
      refundable: false,
      conditions: [{ kind: 'change', text: 'Change before departure', charged: true }],
    })
  })
})

describe('if times and zones contradict the stated duration', () => {
  test('the zones of airports count, the offer keeps the stated duration beside, and the log names the flight once', async () => {
    const wrong = segment('SEA', '2027-03-15T12:00:00', 'FAT', '2027-03-15T14:10:00', { duration: 'PT5H40M' })
    const offers = [offer({ slices: [slice([wrong])] }), offer({ id: 'off_2', slices: [slice([wrong])] })]
    const { results, metadata, host } = await search({ offers })
    expect(results).toMatchObject([
      {
        departure: '2027-03-15T12:00:00-07:00',
        arrival: '2027-03-15T14:10:00-07:00',
        duration_minutes: 130,
        legs: [{ segments: [{ duration_minutes: 130, stated_duration_minutes: 340 }] }],
      },
      { id: 'off_2' },
    ])
    expect(metadata).toMatchObject({ partial: false })
    expect(host.lines).toEqual(['stated durations contradict the time zones of SEA–FAT'])
  })

  test('the zone that the provider gives an airport counts before ours, if the host knows it', async () => {
    const from = (time_zone: unknown) => ({
      ...segment('SEA', '2026-12-15T13:30:00', 'NRT', '2026-12-16T16:10:00', { duration: 'PT11H40M' }),
      origin: { iata_code: 'SEA', time_zone },
    })
    const offers = (zone: unknown) => [offer({ slices: [slice([from(zone)])] })]
    const params = { params: { date: '2026-12-15' } }
    const { results, host } = await search({ offers: offers('America/Chicago') }, params)
    expect(results).toMatchObject([{ departure: '2026-12-15T13:30:00-06:00', arrival: '2026-12-16T16:10:00+09:00' }])
    expect(host.lines).toEqual([])
    for (const zone of ['Mars/Olympus', 'NYC', '', 5, null]) {
      const ours = await search({ offers: offers(zone) }, params)
      expect(ours.results, `${zone}`).toMatchObject([{ departure: '2026-12-15T13:30:00-08:00' }])
    }
  })

  test('an offer at an airport that our data lacks is kept, and answer and log say so', async () => {
    const toNew = { ...seattleToTokyo, destination: { iata_code: 'KTI' }, duration: 'PT10H40M' }
    const { results, metadata, host } = await search({ offers: [offer({ slices: [slice([toNew])] })] })
    expect(results).toMatchObject([{ arrival: '2027-03-16T14:10:00+09:00', duration_minutes: 640 }])
    expect(metadata).toMatchObject({ partial: false, unknown_airports: ['KTI'] })
    expect(metadata).not.toHaveProperty('unreadable')
    expect(host.lines).toEqual(['our airport data lacks KTI'])
  })

  test('an offer without a duration at an airport that our data lacks is counted, and the answer names the airport', async () => {
    const toNew = { ...seattleToTokyo, destination: { iata_code: 'KTI' } }
    const { results, metadata, host } = await search({ offers: [offer({ slices: [slice([toNew])] }), offer()] })
    expect(results).toHaveLength(1)
    expect(metadata).toMatchObject({ partial: true, unreadable: 1, unknown_airports: ['KTI'] })
    expect(host.lines).toEqual([
      '1 of 2 offers left out (an airport that our data lacks: 1)',
      'our airport data lacks KTI',
    ])
  })
})

/** Flights of one minute each, one after the other. */
const flightsInARow = (count: number) => {
  const time = (minute: number) => new Date(Date.UTC(2027, 2, 15, 0, minute)).toISOString().slice(0, 19)
  return Array.from({ length: count }, (_, at) => segment('SEA', time(2 * at), 'SEA', time(2 * at + 1)))
}

const wrong = (fields: object) => offer({ slices: [slice([{ ...seattleToTokyo, ...fields }])] })

describe('a hostile or broken offer', () => {
  test.each<[string, unknown]>([
    ['null instead of an object', null],
    ['a text instead of an object', 'offer'],
    ['a negative price', offer({ total_amount: '-847.00' })],
    ['a price of 0', offer({ total_amount: '0.00' })],
    ['an infinite price', offer({ total_amount: '1e400' })],
    ['a price that is not a number', offer({ total_amount: 'cheap' })],
    ['no currency', offer({ total_currency: null })],
    ['a currency that is not a code', offer({ total_currency: 'dollars' })],
    ['no slices', offer({ slices: [] })],
    ['more slices than requested', offer({ slices: [slice([seattleToTokyo]), slice([tokyoToSeattle])] })],
    ['no segments', offer({ slices: [slice([])] })],
    ['null as a segment', offer({ slices: [slice([null])] })],
    ['an arrival before the departure', wrong({ arriving_at: '2027-03-14T10:00:00' })],
    ['a departure that is not a time', wrong({ departing_at: 'soon' })],
    ['an unknown airport', wrong({ origin: { iata_code: 'QQQ' } })],
    ['no airport', wrong({ destination: null })],
    ['no carrier', wrong({ marketing_carrier: null, operating_carrier: {} })],
    ['no flight number', wrong({ marketing_carrier_flight_number: null })],
    ['another day than requested', wrong({ departing_at: '2027-03-16T11:30:00', arriving_at: '2027-03-17T14:10:00' })],
    ['thousands of flights, too large for a whole answer', offer({ slices: [slice(flightsInARow(5000))] })],
    ['flights that overlap', offer({ slices: [slice([viaHonolulu[1], viaHonolulu[0]])] })],
  ])('with %s is left out', async (_, broken) => {
    const { results, metadata, host } = await search({ offers: [broken, offer({ id: 'off_2' })] })
    expect(results).toMatchObject([{ id: 'off_2' }])
    expect(metadata).toMatchObject({ partial: true, unreadable: 1 })
    expect(host.lines[0]).toMatch(/^1 of 2 offers left out/)
  })

  test('with an id that is empty or used twice gets an id of its own', async () => {
    const other = offer({ total_amount: '900.00' })
    expect((await mapped(offer(), other, offer({ id: '' }))).map(({ id }) => id)).toEqual(['off_1', 'off_1-2', '3'])
  })

  test('with a hostile text gets one line of bounded length without invisible characters', async () => {
    const name = `Bad\n\u202eAir${'x'.repeat(500)}`
    const result = await first(wrong({ marketing_carrier: { ...ana, name } }))
    expect(result?.airline).toMatch(/^Bad Airx+$/)
    expect(result?.airline.length).toBeLessThanOrEqual(200)
  })

  test('of any JSON never prevents the valid offer beside it', async () => {
    const parts = fc.oneof(fc.jsonValue(), fc.constant(offer()), fc.constant(seattleToTokyo))
    const names = fc.constantFrom('slices', 'total_amount', 'total_currency', 'passengers', 'conditions', 'id')
    const given = fc.oneof(
      parts,
      fc.dictionary(names, parts).map(offer),
      parts.map((part) => wrong(Object(part))),
    )
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const { results } = await search({ offers: [one, offer({ id: 'sound' })] })
        expect(results.map((result) => Object(result).id)).toContain('sound')
      }),
      { numRuns: 200 },
    )
  })
})
