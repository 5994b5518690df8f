import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FlightResult, type FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { createFlightHost } from '#runner/sdk/testing/flight-host.ts'
import { parseDuration } from '#runner/sdk/zoned-time.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { everyField } from '../tests/every-field.ts'
import fields from '../tests/fields.json' with { type: 'json' }
import { searchFlights } from './search-flights.ts'

/**
 * Accounts for every field: each field of the answers is listed here, with its place in the result or the reason why it
 * has none. A field in neither list fails the test.
 */
const { carried, leftOut } = fields

const files = [
  'flight-offers.get.code-examples.json',
  'flight-offers.post.code-examples.json',
  'branded-fares-upsell.code-examples.json',
  'recorded/flight-offers.recorded-sample.json',
  'spec/FlightOffersSearch_v2/responses-GETAirOffersReply-schema.json',
  'spec/FlightOffersSearch_v2/responses-returnAirOffers-schema.json',
]
/** This answer counts five hours from New York to London, in a week when the difference is four. */
const wronglyTimed = 'spec/FlightOffersSearch_v2/responses-returnAirOffers-schema.json'

/** Our own answer, so that every machine checks what the recordings check. */
const ownAnswer = 'an answer with every field'

type Offer = { readonly raw: JsonRecord; readonly result: FlightResult }

async function offersOf(file: string): Promise<Offer[]> {
  const body =
    file === ownAnswer ? everyField : readFileSync(join(referenceData ?? '', 'amadeus/examples', file), 'utf8')
  const data = asArray(asRecord(JSON.parse(body))?.data).map((each) => asRecord(each) ?? {})
  expect(data).not.toEqual([])
  const call = {
    action: 'search_flights',
    params: FlightParams.parse({ origin: 'SYD', destination: 'BKK', date: '2020-08-01' }),
    config: { max_results: 250 },
  }
  const host = createFlightHost({ body })
  const outcome = await searchFlights(call, host)
  if (!outcome.ok) throw new Error(outcome.detail)
  expect(host.lines).toEqual(file === wronglyTimed ? ['stated durations contradict the time zones of EWR, JFK'] : [])
  const results = outcome.value.results.map((each) => FlightResult.parse(JSON.parse(JSON.stringify(each))))
  expect(results).toHaveLength(data.length)
  return data.flatMap((raw, at) => {
    const result = results[at]
    return result === undefined ? [] : [{ raw, result }]
  })
}

function fieldsOf(value: unknown, path: string, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const each of value) fieldsOf(each, path, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) fieldsOf(each, path === '' ? key : `${path}.${key}`, found)
  } else found.add(path)
  return found
}

const at = (record: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => asRecord(value)?.[key], record)
const flights = (raw: JsonRecord) =>
  asArray(raw.itineraries).flatMap((each) => asArray(at(each, 'segments')).map((segment) => asRecord(segment) ?? {}))
const lead = (raw: JsonRecord) => {
  const travelers = asArray(raw.travelerPricings)
  return travelers.find((each) => at(each, 'travelerType') === 'ADULT') ?? travelers[0]
}
const detailsOf = (raw: JsonRecord, segment: JsonRecord) =>
  asArray(at(lead(raw), 'fareDetailsBySegment')).find((each) => at(each, 'segmentId') === segment.id)
const localPart = (time: string) => time.slice(0, 19)

test('our own answer has every field that a result uses', async () => {
  const [offer] = await offersOf(ownAnswer)
  const fields = fieldsOf(offer?.raw, '', new Set())
  expect(Object.keys(carried).filter((field) => !fields.has(field))).toEqual([])
})

for (const [name, options, sources] of [
  ['our own answer', {}, [ownAnswer]],
  ['the recorded answers', needs.referenceData, files],
] as const) {
  describe(name, options, () => {
    test.each(sources)('%s has no unlisted field', async (file) => {
      for (const { raw } of await offersOf(file)) {
        const unknown = [...fieldsOf(raw, '', new Set())].filter((field) => !(field in carried) && !(field in leftOut))
        expect(unknown).toEqual([])
      }
    })

    test.each(sources)('%s keeps all of its price and fare', async (file) => {
      for (const { raw, result } of await offersOf(file)) {
        const { price } = raw
        expect(result.id).toBe(raw.id)
        expect(result.price).toEqual({
          amount: Number(at(price, 'grandTotal') ?? at(price, 'total')),
          currency: at(price, 'currency'),
        })
        expect(result.price_base?.amount).toBe(Number(at(price, 'base')))
        const fees = asArray(at(price, 'fees')).filter((fee) => Number(at(fee, 'amount')) > 0)
        expect(result.fees?.length ?? 0).toBe(fees.length)
        expect(result.last_ticketing_date).toBe(raw.lastTicketingDate)
        expect(result.fare?.seats_left).toBe(raw.numberOfBookableSeats)
        const travelers = result.price_per_traveler?.reduce((sum, each) => sum + each.count, 0)
        expect(travelers).toBe(asArray(raw.travelerPricings).length)
        const taxed = asArray(raw.travelerPricings).flatMap((each) => asArray(at(each, 'price', 'taxes')))
        const taxCodes = new Set(taxed.map((tax) => at(tax, 'code')))
        expect(new Set(result.taxes?.map((tax) => tax.code))).toEqual(taxCodes)
        const amenities = asArray(at(lead(raw), 'fareDetailsBySegment')).flatMap((each) =>
          asArray(at(each, 'amenities')),
        )
        const texts = new Set(amenities.map((each) => at(each, 'description')))
        expect(new Set(result.fare?.conditions?.map((each) => each.text))).toEqual(texts)
        const flag = at(raw, 'pricingOptions', 'refundableFare')
        // The flag is false for these fares too.
        expect(result.fare?.refundable).toBe(texts.has('REFUNDS ANYTIME') ? undefined : flag)
      }
    })

    test.each(sources)('%s keeps all of its flights', async (file) => {
      for (const { raw, result } of await offersOf(file)) {
        const mapped: FlightSegment[] = result.legs.flatMap((leg) => leg.segments)
        expect(result.legs.map((leg) => leg.segments.length)).toEqual(
          asArray(raw.itineraries).map((each) => asArray(at(each, 'segments')).length),
        )
        for (const [index, given] of flights(raw).entries()) {
          const segment = mapped[index]
          const details = detailsOf(raw, given)
          expect({
            departure: [
              segment?.departure.airport,
              segment?.departure.terminal,
              localPart(segment?.departure.time ?? ''),
            ],
            arrival: [segment?.arrival.airport, segment?.arrival.terminal, localPart(segment?.arrival.time ?? '')],
            carrier: segment?.carrier.code,
            operating: segment?.operating_carrier?.code,
            number: segment?.flight_number,
            aircraft: segment?.aircraft?.code,
            stops: segment?.technical_stops,
            banned: segment?.banned_in_eu,
            cabin: segment?.cabin?.toUpperCase(),
            class: segment?.fare?.booking_class,
            basis: segment?.fare?.basis,
            brand: segment?.fare?.brand,
            pieces: segment?.bags?.checked?.pieces,
            weight: segment?.bags?.checked?.weight_kg,
            cabinBags: segment?.bags?.cabin,
          }).toEqual({
            departure: ['iataCode', 'terminal', 'at'].map((field) => at(given, 'departure', field)),
            arrival: ['iataCode', 'terminal', 'at'].map((field) => at(given, 'arrival', field)),
            carrier: given.carrierCode,
            operating: at(given, 'operating', 'carrierCode'),
            number: given.number,
            aircraft: at(given, 'aircraft', 'code'),
            stops: given.numberOfStops,
            banned: given.blacklistedInEU,
            cabin: at(details, 'cabin'),
            class: at(details, 'class'),
            basis: at(details, 'fareBasis'),
            brand: at(details, 'brandedFareLabel') ?? at(details, 'brandedFare'),
            pieces: at(details, 'includedCheckedBags', 'quantity'),
            weight: at(details, 'includedCheckedBags', 'weight'),
            cabinBags: at(details, 'includedCabinBags', 'quantity'),
          })
        }
      }
    })

    test.each(sources)('%s: durations equal those that the provider states', async (file) => {
      for (const { raw, result } of await offersOf(file)) {
        const stated = flights(raw).map((segment) => parseDuration(segment.duration))
        expect(result.legs.flatMap((leg) => leg.segments.map((segment) => segment.duration_minutes))).toEqual(stated)
        for (const [index, itinerary] of asArray(raw.itineraries).entries()) {
          const whole = parseDuration(at(itinerary, 'duration'))
          if (whole !== undefined) expect(result.legs[index]?.duration_minutes).toBe(whole)
        }
      }
    })
  })
}
