import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { json } from '#runner/sdk/testing/fake-host.ts'
import { createHotelHost } from '#runner/sdk/testing/hotel-host.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import everyEntry from '../tests/every-field.json' with { type: 'json' }
import fields from '../tests/fields.json' with { type: 'json' }
import { hotelIdsOf, isList, listed, offered } from '../tests/hotels.ts'
import { searchHotels } from './search-hotels.ts'

/**
 * Every field of the recorded answers is listed: here with its place in the result, or in `leftOut` with the reason why
 * it has none. A recorded field in neither list fails the test.
 */
const { carried, leftOut, carriedOfList, leftOutOfList } = fields

const examples = [
  'hotel-offers.code-examples.json',
  'recorded/hotel-offers.recorded-sample.json',
  'spec/HotelSearch_v3/definitions-MultiResponse.json',
  'spec/HotelSearch_v3/definitions-PricingResponse.json',
]
/** This example has every field, but its values are the names of their types, so it has no price. */
const everyField = 'hotel-offers.by-offerId.code-examples.json'
const lists = [
  'hotels.by-city.PAR.code-examples.json',
  'hotels.by-geocode.code-examples.json',
  'hotels.by-hotels.code-examples.json',
  'spec/HotelList_v1/ons-hotels-by-city-get-responses-200-content-application-vnd-amadeus-json-Successful-Reply.json',
  'spec/HotelList_v1/-hotels-by-geocode-get-responses-200-content-application-vnd-amadeus-json-Successful-Reply.json',
  'spec/HotelList_v1/s-hotels-by-hotels-get-responses-200-content-application-vnd-amadeus-json-Successful-Reply.json',
]
/** A time before the oldest recording. */
const now = Date.parse('2018-01-01T12:00:00Z')

function entriesOf(file: string): JsonRecord[] {
  const { data } = asRecord(JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus/examples', file), 'utf8'))) ?? {}
  const entries = (Array.isArray(data) ? data : [data]).map((each) => asRecord(each) ?? {})
  expect(entries).not.toEqual([])
  return entries
}

function fieldsOf(value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) fieldsOf(each, path, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) fieldsOf(each, path === '' ? key : `${path}.${key}`, found)
  } else found.add(path)
  return found
}

const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => asRecord(value)?.[key], record)
const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : undefined)
const lower = (value: unknown) => text(value)?.toLowerCase()
const amount = (value: unknown) => (value === undefined ? undefined : Number(value))

/** The skill's results for one hotel entry: all of its offers. */
async function mapped(entry: JsonRecord, list: JsonRecord = {}) {
  const offer = asRecord(asArray(entry.offers)[0])
  const id = String(at(entry, 'hotel.hotelId'))
  const host = createHotelHost((url) => json({ data: isList(url) ? [{ hotelId: id, ...list }] : [entry] }))
  const params = HotelOffersParams.parse({
    hotel_id: id,
    place: 'PAR',
    check_in: String(offer?.checkInDate),
    check_out: String(offer?.checkOutDate),
    adults: 1,
  })
  const outcome = await searchHotels({ action: 'hotel_offers', params, config: {} }, host, now)
  if (!outcome.ok) throw new Error(outcome.detail)
  expect(host.lines).toEqual([])
  return outcome.value.results.map((each) => HotelResult.parse(JSON.parse(JSON.stringify(each))))
}

describe('the recorded answers', needs.referenceData, () => {
  test.each([...examples, everyField])('%s has no unlisted field', (file) => {
    for (const entry of entriesOf(file)) {
      expect([...fieldsOf(entry)].filter((field) => !(field in carried) && !(field in leftOut))).toEqual([])
    }
  })

  test.each(lists)('%s has no unlisted field', (file) => {
    for (const entry of entriesOf(file)) {
      expect([...fieldsOf(entry)].filter((field) => !(field in carriedOfList) && !(field in leftOutOfList))).toEqual([])
    }
  })

  test.each(examples)('%s keeps all of its hotel, room and rate', async (file) => {
    for (const entry of entriesOf(file)) {
      const results = await mapped(entry)
      expect(results).toHaveLength(asArray(entry.offers).length)
      for (const [index, given] of asArray(entry.offers).entries()) {
        const result = results[index]
        expect({
          id: result?.id,
          hotel: [result?.hotel_id, result?.chain, result?.property_id, result?.name, result?.city_code],
          place: [result?.location?.lat, result?.location?.lon, result?.address?.country_code, result?.phone],
          amenities: result?.amenities,
          room: [result?.room.code, result?.room.category, result?.room.beds, result?.room.bed_type, result?.room.text],
          rate: [result?.rate?.code, result?.rate?.family, result?.rate?.audience, result?.rate?.category],
          words: result?.rate?.text,
          board: result?.board,
        }).toEqual({
          id: at(given, 'id'),
          hotel: ['hotelId', 'chainCode', 'dupeId', 'name', 'cityCode'].map((field) => at(entry.hotel, field)),
          place: ['latitude', 'longitude', 'address.countryCode', 'contact.phone'].map((each) => at(entry.hotel, each)),
          // The one example names an amenity that the contract does not know.
          amenities: undefined,
          room: [
            at(given, 'room.type'),
            lower(at(given, 'room.typeEstimated.category')),
            at(given, 'room.typeEstimated.beds'),
            lower(at(given, 'room.typeEstimated.bedType')),
            text(at(given, 'room.description.text')),
          ],
          rate: [
            text(at(given, 'rateCode')),
            at(given, 'rateFamilyEstimated.code'),
            { P: 'public', C: 'conditional', N: 'negotiated' }[String(at(given, 'rateFamilyEstimated.type'))],
            lower(at(given, 'category')),
          ],
          words: text(at(given, 'description.text')),
          board: lower(at(given, 'boardType')),
        })
      }
    }
  })

  test.each(examples)('%s keeps all of its price and terms', async (file) => {
    for (const entry of entriesOf(file)) {
      const results = await mapped(entry)
      for (const [index, given] of asArray(entry.offers).entries()) {
        const result = results[index]
        const policies = at(given, 'policies')
        const cancelling = at(policies, 'cancellation') ?? asArray(at(policies, 'cancellations'))[0]
        const penalty = result?.cancellation?.penalties[0]
        const term = result?.payment?.terms.find((each) => each.kind === result.payment?.kind)
        const kind = lower(at(policies, 'paymentType'))
        const change = asRecord(asArray(at(given, 'price.variations.changes'))[0])
        const tax = asArray(at(given, 'price.taxes'))[0]
        const taxPart = result?.price_parts.find((part) => part.kind === 'tax')
        expect({
          price: result?.price,
          nightly: result?.nightly_rates,
          tax: [taxPart?.code, taxPart?.price.amount, taxPart?.included],
          payment: [result?.payment?.kind, term?.price?.amount, term?.methods, term?.cards],
          hold: result?.payment?.hold_until?.slice(0, 19),
          penalty: [penalty?.price?.amount, penalty?.nights, penalty?.whole_stay, penalty?.from, penalty?.text],
          until: result?.cancellation?.kind === 'free' ? result.cancellation.until : undefined,
        }).toEqual({
          price: { amount: Number(at(given, 'price.total')), currency: at(given, 'price.currency') },
          nightly: change && [
            {
              from: change.startDate,
              to: change.endDate,
              price: { amount: Number(change.total ?? change.base), currency: at(given, 'price.currency') },
            },
          ],
          tax: [at(tax, 'code'), amount(at(tax, 'amount')), at(tax, 'included')],
          payment: [
            kind,
            amount(at(policies, `${kind}.amount`)),
            at(policies, `${kind}.acceptedPayments.methods`) && ['credit_card'],
            at(policies, `${kind}.acceptedPayments.creditCards`),
          ],
          hold: at(policies, 'holdTime.deadline'),
          penalty: [
            amount(at(cancelling, 'amount')),
            at(cancelling, 'numberOfNights'),
            at(cancelling, 'type') === 'FULL_STAY' ? true : undefined,
            at(cancelling, 'deadline'),
            at(cancelling, 'description.text'),
          ],
          until: at(cancelling, 'deadline'),
        })
      }
    }
  })

  test.each(lists)('%s gives every hotel its position', async (file) => {
    const entries = entriesOf(file)
    const host = createHotelHost((url) =>
      json({ data: isList(url) ? entries : hotelIdsOf(url).map((id) => offered(id, undefined, { name: undefined })) }),
    )
    const params = HotelParams.parse({
      place: 'PAR',
      check_in: '2027-03-12',
      check_out: '2027-03-15',
      max_results: 1000,
    })
    const outcome = await searchHotels({ action: 'search_hotels', params, config: {} }, host, now)
    const results = outcome.ok ? outcome.value.results.map((each) => HotelResult.parse(each)) : []
    expect(new Set(results.map((each) => each.hotel_id))).toEqual(new Set(entries.map((each) => each.hotelId)))
    for (const entry of entries) {
      const result = results.find((each) => each.hotel_id === entry.hotelId)
      // Latitude 0, longitude 0 means an unknown position.
      const isPlaced = at(entry, 'geoCode.latitude') !== 0
      expect([result?.name, result?.location?.lat, result?.location?.lon, result?.address?.country_code]).toEqual([
        text(entry.name),
        isPlaced ? at(entry, 'geoCode.latitude') : undefined,
        isPlaced ? at(entry, 'geoCode.longitude') : undefined,
        at(entry, 'address.countryCode'),
      ])
      expect(result?.distance_km).toBe(at(entry, 'distance.value'))
    }
  })
})

test('an entry with every documented field gives a result with every field', async () => {
  const [result] = await mapped(everyEntry.entry, {
    ...listed(1),
    hotelId: 'RTPAR001',
    rating: 3,
    distance: { value: 1.2, unit: 'KM' },
  })
  expect(result).toEqual(everyEntry.result)
})
