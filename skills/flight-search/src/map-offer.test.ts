import { describe, expect, test } from 'vitest'
import { map, mapped } from '../tests/map.ts'
import { itinerary, offer, seattleToTokyo, segment, tokyoToSeattle } from '../tests/offers.ts'

const firstSegment = async (fields: object) =>
  (await mapped(offer({ itineraries: [itinerary({ ...seattleToTokyo, ...fields })] }))).legs[0]?.segments[0]

describe('mapping an offer', () => {
  test('maps every field of a one-way offer', async () => {
    expect(await mapped(offer())).toEqual({
      id: '1',
      provider: 'Amadeus',
      airline: 'ALL NIPPON AIRWAYS',
      airline_code: 'NH',
      seller: { code: 'NH', name: 'ALL NIPPON AIRWAYS' },
      price: { amount: 847, currency: 'USD' },
      price_base: { amount: 700, currency: 'USD' },
      price_per_traveler: [{ traveler: 'adult', count: 1, price: { amount: 847, currency: 'USD' } }],
      departure: '2027-03-15T11:30:00-07:00',
      arrival: '2027-03-16T14:10:00+09:00',
      stops: 0,
      duration_minutes: 640,
      legs: [
        {
          departure: { airport: 'SEA', terminal: '1', time: '2027-03-15T11:30:00-07:00' },
          arrival: { airport: 'NRT', terminal: '2', time: '2027-03-16T14:10:00+09:00' },
          duration_minutes: 640,
          stops: 0,
          layovers: [],
          segments: [
            {
              departure: { airport: 'SEA', terminal: '1', time: '2027-03-15T11:30:00-07:00' },
              arrival: { airport: 'NRT', terminal: '2', time: '2027-03-16T14:10:00+09:00' },
              carrier: { code: 'NH', name: 'ALL NIPPON AIRWAYS' },
              operating_carrier: { code: 'NH', name: 'ALL NIPPON AIRWAYS' },
              flight_number: '177',
              aircraft: { code: '789', name: 'BOEING 787-9' },
              cabin: 'economy',
              duration_minutes: 640,
              technical_stops: 0,
              fare: { booking_class: 'N', basis: 'NLR1R1RX' },
              banned_in_eu: false,
            },
          ],
        },
      ],
      fare: { seats_left: 4 },
      last_ticketing_date: '2027-03-10',
    })
  })

  test('maps a round trip to two legs, with the flat fields of the first', async () => {
    const result = await mapped(offer({ itineraries: [itinerary(seattleToTokyo), itinerary(tokyoToSeattle)] }), 2)
    expect(result.legs.map((leg) => [leg.departure.airport, leg.arrival.airport, leg.duration_minutes])).toEqual([
      ['SEA', 'NRT', 640],
      ['NRT', 'SEA', 555],
    ])
    expect(result).toMatchObject({ departure: '2027-03-15T11:30:00-07:00', duration_minutes: 640, stops: 0 })
  })

  test('lists layovers between flights, and marks a change of airport', async () => {
    const toLondon = segment('JFK', '2027-03-15T20:00:00', 'LHR', '2027-03-16T07:00:00')
    const toParis = segment('LGW', '2027-03-16T12:30:00', 'CDG', '2027-03-16T14:50:00', { id: '2' })
    const toMadrid = segment('CDG', '2027-03-16T16:00:00', 'MAD', '2027-03-16T18:05:00', { id: '3' })
    const result = await mapped(offer({ itineraries: [itinerary(toLondon, toParis, toMadrid)] }))
    expect(result.legs[0]).toMatchObject({
      stops: 2,
      duration_minutes: 1025,
      layovers: [
        { airport: 'LHR', duration_minutes: 330, changes_airport: true },
        { airport: 'CDG', duration_minutes: 70, changes_airport: false },
      ],
    })
    expect(result.stops).toBe(2)
  })

  test('counts technical stops, with place and duration', async () => {
    const stops = [
      { iataCode: 'HNL', arrivalAt: '2027-03-15T14:00:00', departureAt: '2027-03-15T15:10:00' },
      { iataCode: 'MNL', duration: 'PT45M' },
      { iataCode: 'BKK' },
    ]
    const result = await mapped(
      offer({
        itineraries: [itinerary({ ...seattleToTokyo, arrival: { iataCode: 'NRT', at: '2027-03-17T14:10:00' }, stops })],
      }),
    )
    expect(result.stops).toBe(3)
    expect(result.legs[0]?.layovers).toEqual([])
    expect(result.legs[0]?.segments[0]).toMatchObject({
      technical_stops: 3,
      technical_stops_at: [
        { airport: 'HNL', duration_minutes: 70 },
        { airport: 'MNL', duration_minutes: 45 },
        { airport: 'BKK' },
      ],
    })
    expect(await firstSegment({ numberOfStops: 1 })).toMatchObject({ technical_stops: 1 })
  })
})

describe('flights', () => {
  test('names a codeshare’s operating carrier, and an unnamed carrier by its code', async () => {
    expect(await firstSegment({ operating: { carrierCode: 'UA' } })).toMatchObject({
      carrier: { code: 'NH', name: 'ALL NIPPON AIRWAYS' },
      operating_carrier: { code: 'UA', name: 'UNITED AIRLINES' },
    })
    expect(await firstSegment({ carrierCode: 'ZZ', operating: { carrierName: 'ZZ LINK' } })).toMatchObject({
      carrier: { code: 'ZZ', name: 'ZZ' },
      operating_carrier: { code: '', name: 'ZZ LINK' },
    })
  })

  test('reads names only from the dictionary, not from inherited properties', async () => {
    const result = await mapped(offer({ itineraries: [itinerary({ ...seattleToTokyo, carrierCode: 'constructor' })] }))
    expect(result.airline).toBe('constructor')
  })

  test('maps an offer without terminals, aircraft, operating carrier, fares or dictionaries', async () => {
    const bare = {
      departure: { iataCode: 'SEA', at: '2027-03-15T11:30:00' },
      arrival: { iataCode: 'NRT', at: '2027-03-16T14:10:00' },
      carrierCode: 'NH',
      number: 177,
    }
    const given = { itineraries: [{ segments: [bare] }], price: { currency: 'USD', total: '847.00' } }
    expect(await mapped(given, 1, null)).toMatchObject({ id: '1', airline: 'NH', price: { amount: 847 } })
  })

  test('reads CO₂ as a list by cabin, a number or a string, and sums it when every flight has it', async () => {
    const list = [
      { weight: 900, weightUnit: 'KG', cabin: 'BUSINESS' },
      { weight: '410.5', weightUnit: 'KG', cabin: 'ECONOMY' },
    ]
    expect(await firstSegment({ co2Emissions: list })).toMatchObject({ co2_kg: 410.5 })
    expect(await firstSegment({ co2Emissions: 380 })).toMatchObject({ co2_kg: 380 })
    expect(await firstSegment({ co2Emissions: '380' })).toMatchObject({ co2_kg: 380 })
    expect(await firstSegment({ co2Emissions: [{ weight: 100, weightUnit: 'LB' }] })).toMatchObject({ co2_kg: 45.4 })
    expect(await firstSegment({ co2Emissions: 'much' })).not.toHaveProperty('co2_kg')
    const business = { weight: 900, weightUnit: 'KG', cabin: 'BUSINESS' }
    expect(await firstSegment({ co2Emissions: [business] })).not.toHaveProperty('co2_kg')
    expect(await firstSegment({ co2Emissions: [business, { weight: 420 }] })).toMatchObject({ co2_kg: 420 })
    const known = { ...seattleToTokyo, co2Emissions: 380.2 }
    const both = [itinerary(known), itinerary({ ...tokyoToSeattle, co2Emissions: [{ weight: 370.1 }] })]
    expect(await mapped(offer({ itineraries: both }), 2)).toMatchObject({ co2_kg: 750.3 })
    expect(await mapped(offer({ itineraries: [itinerary(known), itinerary(tokyoToSeattle)] }), 2)).not.toHaveProperty(
      'co2_kg',
    )
  })

  test('marks a carrier that is banned in the European Union', async () => {
    expect(await firstSegment({ blacklistedInEU: true })).toMatchObject({ banned_in_eu: true })
  })
})

test.each([
  ['the first airline that issues its ticket', ['UA', 'NH'], { code: 'UA', name: 'UNITED AIRLINES' }],
  ['nobody, without such an airline', [], undefined],
  ['nobody, if the list has another type', 'UA', undefined],
])('an offer is sold by %s', async (_, validatingAirlineCodes, seller) => {
  expect((await mapped(offer({ validatingAirlineCodes }))).seller).toEqual(seller)
})

describe('an impossible offer', () => {
  const withSegment = (fields: object) => offer({ itineraries: [itinerary({ ...seattleToTokyo, ...fields })] })
  const overlapping = itinerary(seattleToTokyo, segment('NRT', '2027-03-16T14:00:00', 'HND', '2027-03-16T15:00:00'))

  test.each([
    ['null instead of an object', null],
    ['a text instead of an object', 'offer'],
    ['no itinerary', offer({ itineraries: [] })],
    ['no segment', offer({ itineraries: [{ segments: [] }] })],
    ['a segment that is null', offer({ itineraries: [{ segments: [null] }] })],
    ['no price', offer({ price: undefined })],
    ['no currency', offer({ price: { total: '847.00' } })],
    ['an invalid currency', offer({ price: { currency: 'Dollar', total: '847.00' } })],
    ['no amount', offer({ price: { currency: 'USD' } })],
    ['a negative price', offer({ price: { currency: 'USD', total: '-1.00' } })],
    ['a price that is not a number', offer({ price: { currency: 'USD', grandTotal: 'NaN', total: '847.00' } })],
    ['no departure', withSegment({ departure: undefined })],
    ['a departure without a time', withSegment({ departure: { iataCode: 'SEA' } })],
    ['an arrival without an airport', withSegment({ arrival: { iataCode: '', at: '2027-03-16T14:10:00' } })],
    [
      'an arrival at an airport without a known zone, and no stated duration',
      withSegment({ arrival: { iataCode: 'QQQ', at: '2027-03-16T14:10:00' }, duration: undefined }),
    ],
    [
      'arrival before departure, and no stated duration',
      withSegment({ arrival: { iataCode: 'NRT', at: '2027-03-16T02:00:00' }, duration: undefined }),
    ],
    ['no carrier', withSegment({ carrierCode: undefined, operating: undefined })],
    ['no flight number', withSegment({ number: null })],
    ['a flight that leaves before the previous one lands', offer({ itineraries: [overlapping] })],
  ])('with %s is left out', async (_title, given) => {
    expect(await map(given)).toMatchObject({ ok: false })
  })

  test('with only one leg of a round trip, or with the return before the outbound flight, is left out', async () => {
    expect(await map(offer(), 2)).toMatchObject({ ok: false })
    expect(await map(offer({ itineraries: [itinerary(tokyoToSeattle), itinerary(seattleToTokyo)] }), 2)).toMatchObject({
      ok: false,
    })
  })
})

test('turns the provider’s texts into one clean line of bounded length', async () => {
  const names = { carriers: { NH: `A\u0000L\u202eL\n  ${'x'.repeat(500)}`, UA: '\ud800' } }
  const result = await mapped(offer(), 1, names)
  expect(result.airline).toMatch(/^A L L x+$/)
  expect(result.airline.length).toBeLessThanOrEqual(200)
  const lone = await mapped(offer({ itineraries: [itinerary({ ...seattleToTokyo, carrierCode: 'UA' })] }), 1, names)
  expect(lone.airline.isWellFormed()).toBe(true)
})
