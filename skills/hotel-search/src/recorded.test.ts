import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { json } from '#runner/sdk/testing/fake-host.ts'
import { createHotelHost } from '#runner/sdk/testing/hotel-host.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { hotelIdsOf, isList, listed, offered } from '../tests/hotels.ts'
import { searchHotels } from './search-hotels.ts'

/**
 * Every field of the recorded answers is listed: here with its place in the result, or in `leftOut` with the reason why
 * it has none. A recorded field in neither list fails the test.
 */
const carried: Readonly<Record<string, string>> = {
  'hotel.hotelId': 'hotel_id',
  'hotel.chainCode': 'chain',
  'hotel.brandCode': 'brand',
  'hotel.dupeId': 'property_id',
  'hotel.name': 'name',
  'hotel.cityCode': 'city_code',
  'hotel.latitude': 'location.lat, distance_km',
  'hotel.longitude': 'location.lon, distance_km',
  'hotel.address.countryCode': 'address.country_code',
  'hotel.amenities': 'amenities',
  'hotel.contact.phone': 'phone',
  available: 'an unavailable hotel has no result',
  'offers.id': 'id',
  'offers.checkInDate': 'check_in',
  'offers.checkOutDate': 'check_out',
  'offers.rateCode': 'rate.code',
  'offers.rateFamilyEstimated.code': 'rate.family',
  'offers.rateFamilyEstimated.type': 'rate.audience',
  'offers.category': 'rate.category',
  'offers.description.text': 'rate.text',
  'offers.guests.adults': 'guests.adults',
  'offers.guests.childAges': 'guests.child_ages',
  'offers.boardType': 'board, board_name',
  'offers.room.type': 'room.code',
  'offers.room.typeEstimated.category': 'room.category',
  'offers.room.typeEstimated.beds': 'room.beds',
  'offers.room.typeEstimated.bedType': 'room.bed_type',
  'offers.room.description.text': 'room.text',
  'offers.price.currency': 'price.currency',
  'offers.price.sellingTotal': 'price.amount',
  'offers.price.total': 'price.amount, if sellingTotal is missing',
  'offers.price.base': 'price_parts of kind room',
  'offers.price.taxes.amount': 'price_parts, unpriced_charges',
  'offers.price.taxes.currency': 'price_parts, unpriced_charges',
  'offers.price.taxes.code': 'price_parts.code',
  'offers.price.taxes.description': 'price_parts.text',
  'offers.price.taxes.percentage': 'unpriced_charges.percent; the amount, if it is added',
  'offers.price.taxes.included': 'price_parts.included',
  'offers.price.taxes.pricingFrequency': 'how often the amount applies',
  'offers.price.taxes.pricingMode': 'how often the amount applies',
  'offers.price.variations.changes.startDate': 'nightly_rates.from',
  'offers.price.variations.changes.endDate': 'nightly_rates.to',
  'offers.price.variations.changes.currency': 'nightly_rates.price.currency',
  'offers.price.variations.changes.sellingTotal': 'nightly_rates.price',
  'offers.price.variations.changes.total': 'nightly_rates.price, if sellingTotal is missing',
  'offers.price.variations.changes.base': 'nightly_rates.price, if total is missing',
  'offers.policies.paymentType': 'payment.kind',
  'offers.policies.guarantee.description.text': 'payment.terms.text',
  'offers.policies.guarantee.acceptedPayments.creditCards': 'payment.terms.cards',
  'offers.policies.guarantee.acceptedPayments.methods': 'payment.terms.methods',
  'offers.policies.deposit.amount': 'payment.terms.price',
  'offers.policies.deposit.deadline': 'payment.terms.due',
  'offers.policies.deposit.description.text': 'payment.terms.text',
  'offers.policies.deposit.acceptedPayments.creditCards': 'payment.terms.cards',
  'offers.policies.deposit.acceptedPayments.methods': 'payment.terms.methods',
  'offers.policies.prepay.amount': 'payment.terms.price',
  'offers.policies.prepay.deadline': 'payment.terms.due',
  'offers.policies.prepay.description.text': 'payment.terms.text',
  'offers.policies.prepay.acceptedPayments.creditCards': 'payment.terms.cards',
  'offers.policies.prepay.acceptedPayments.methods': 'payment.terms.methods',
  'offers.policies.holdTime.deadline': 'payment.hold_until',
  'offers.policies.cancellation.type': 'cancellation.penalties.whole_stay',
  'offers.policies.cancellation.amount': 'cancellation.penalties.price',
  'offers.policies.cancellation.numberOfNights': 'cancellation.penalties.nights',
  'offers.policies.cancellation.percentage': 'cancellation.penalties.percent',
  'offers.policies.cancellation.deadline': 'cancellation.until, cancellation.penalties.from',
  'offers.policies.cancellation.description.text': 'cancellation.penalties.text',
  'offers.policies.cancellations.numberOfNights': 'cancellation.penalties.nights',
  'offers.policies.cancellations.deadline': 'cancellation.until, cancellation.penalties.from',
  'offers.policies.checkInOut.checkIn': 'arrival.from',
  'offers.policies.checkInOut.checkInDescription.text': 'arrival.text',
  'offers.policies.checkInOut.checkOut': 'departure.until',
  'offers.policies.checkInOut.checkOutDescription.text': 'departure.text',
}

const leftOut: Readonly<Record<string, string>> = {
  type: 'always hotel-offers',
  self: 'the URL of the next request',
  'hotel.type': 'always hotel',
  'offers.type': 'always hotel-offer',
  'offers.self': 'the URL of the next request',
  'offers.roomQuantity': 'as requested',
  'offers.description.lang': 'English, as requested',
  'offers.room.description.lang': 'English, as requested',
  'offers.policies.guarantee.description.lang': 'English, as requested',
  'offers.policies.deposit.description.lang': 'English, as requested',
  'offers.policies.prepay.description.lang': 'English, as requested',
  'offers.policies.cancellation.description.lang': 'English, as requested',
  'offers.policies.checkInOut.checkInDescription.lang': 'English, as requested',
  'offers.policies.checkInOut.checkOutDescription.lang': 'English, as requested',
  'offers.commission.percentage': 'between provider and seller',
  'offers.commission.amount': 'between provider and seller',
  'offers.commission.description.text': 'between provider and seller',
  'offers.commission.description.lang': 'between provider and seller',
  'offers.price.markups.amount': 'between provider and seller; part of the sellingTotal',
  'offers.price.variations.average.currency': 'the average of nightly_rates',
  'offers.price.variations.average.sellingTotal': 'the average of nightly_rates',
  'offers.price.variations.average.total': 'the average of nightly_rates',
  'offers.price.variations.average.base': 'the average of nightly_rates',
  'offers.price.variations.average.markups.amount': 'between provider and seller',
  'offers.price.variations.changes.markups.amount': 'between provider and seller',
}

const carriedOfList: Readonly<Record<string, string>> = {
  hotelId: 'hotel_id',
  chainCode: 'chain, if the offer has none',
  iataCode: 'city_code, if the offer has none',
  dupeId: 'property_id, if the offer has none',
  name: 'name, if the offer has none',
  'geoCode.latitude': 'location.lat, distance_km',
  'geoCode.longitude': 'location.lon, distance_km',
  'address.countryCode': 'address.country_code',
  'distance.value': 'distance_km, without a centre',
  'distance.unit': 'distance_km',
}
const leftOutOfList: Readonly<Record<string, string>> = { lastUpdate: 'when the entry was edited' }

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
  const words = (value: string) => ({ text: value, lang: 'EN' })
  const accepted = { methods: ['CREDIT_CARD'], creditCards: ['VI'] }
  const entry = {
    available: true,
    hotel: {
      hotelId: 'RTPAR001',
      chainCode: 'RT',
      brandCode: 'AD',
      dupeId: '70',
      name: 'Ibis',
      cityCode: 'PAR',
      latitude: 48.86,
      longitude: 2.34,
      address: {
        lines: ['1 Rue de Rivoli'],
        postalCode: '75001',
        cityName: 'Paris',
        stateCode: 'IDF',
        countryCode: 'FR',
      },
      amenities: ['WIFI'],
      contact: { phone: '+33 1' },
    },
    offers: [
      {
        id: 'A1',
        checkInDate: '2027-03-12',
        checkOutDate: '2027-03-15',
        rateCode: 'BNB',
        rateFamilyEstimated: { code: 'BAR', type: 'P' },
        category: 'FAMILY_PLAN',
        description: words('Best rate'),
        boardType: 'BUFFET_BREAKFAST',
        room: {
          type: 'B2D',
          typeEstimated: { category: 'STANDARD_ROOM', beds: 2, bedType: 'DOUBLE' },
          description: words('Two beds'),
        },
        price: {
          currency: 'EUR',
          base: '290.00',
          total: '300.00',
          taxes: [
            { code: 'VAT', description: 'Value added tax', amount: '7.00', included: true },
            { code: 'GST', percentage: '10', included: true },
          ],
          variations: { changes: [{ startDate: '2027-03-12', endDate: '2027-03-15', base: '96.67' }] },
        },
        policies: {
          paymentType: 'PREPAY',
          guarantee: { description: words('Card'), acceptedPayments: accepted },
          prepay: {
            amount: '300.00',
            deadline: '2027-03-01T18:00:00',
            description: words('Now'),
            acceptedPayments: accepted,
          },
          holdTime: { deadline: '2027-03-12T18:00:00' },
          cancellations: [
            {
              type: 'FULL_STAY',
              amount: '300.00',
              numberOfNights: 3,
              percentage: '100',
              deadline: '2027-03-10T18:00:00+01:00',
              description: words('Late'),
            },
          ],
          checkInOut: {
            checkIn: '15:00:00',
            checkInDescription: words('Ring'),
            checkOut: '11:00:00',
            checkOutDescription: words('Key'),
          },
        },
      },
    ],
  }
  const [result] = await mapped(entry, {
    ...listed(1),
    hotelId: 'RTPAR001',
    rating: 3,
    distance: { value: 1.2, unit: 'KM' },
  })
  expect(result).toEqual({
    id: 'A1',
    provider: 'Amadeus',
    hotel_id: 'RTPAR001',
    property_id: '70',
    name: 'Ibis',
    chain: 'RT',
    brand: 'AD',
    city_code: 'PAR',
    location: { lat: 48.86, lon: 2.34 },
    address: { lines: ['1 Rue de Rivoli'], postal_code: '75001', city: 'Paris', region: 'IDF', country_code: 'FR' },
    distance_km: 1.2,
    stars: 3,
    phone: '+33 1',
    amenities: ['wifi'],
    check_in: '2027-03-12',
    check_out: '2027-03-15',
    nights: 3,
    rooms: 1,
    guests: { adults: 1, child_ages: [] },
    room: { code: 'B2D', category: 'standard_room', beds: 2, bed_type: 'double', text: 'Two beds' },
    board: 'breakfast',
    board_name: 'buffet_breakfast',
    rate: { code: 'BNB', family: 'BAR', audience: 'public', category: 'family_plan', text: 'Best rate' },
    price: { amount: 300, currency: 'EUR' },
    price_per_night: { amount: 100, currency: 'EUR' },
    price_parts: [
      { kind: 'room', included: true, price: { amount: 290, currency: 'EUR' } },
      { kind: 'tax', included: true, code: 'VAT', text: 'Value added tax', price: { amount: 7, currency: 'EUR' } },
      { kind: 'rest', included: true, price: { amount: 3, currency: 'EUR' } },
    ],
    unpriced_charges: [{ kind: 'tax', included: true, code: 'GST', percent: 10 }],
    nightly_rates: [{ from: '2027-03-12', to: '2027-03-15', price: { amount: 96.67, currency: 'EUR' } }],
    payment: {
      kind: 'prepay',
      terms: [
        { kind: 'guarantee', methods: ['credit_card'], cards: ['VI'], text: 'Card' },
        {
          kind: 'prepay',
          price: { amount: 300, currency: 'EUR' },
          due: '2027-03-01T18:00:00+01:00',
          methods: ['credit_card'],
          cards: ['VI'],
          text: 'Now',
        },
      ],
      hold_until: '2027-03-12T18:00:00+01:00',
    },
    cancellation: {
      kind: 'free',
      until: '2027-03-10T18:00:00+01:00',
      penalties: [
        {
          from: '2027-03-10T18:00:00+01:00',
          price: { amount: 300, currency: 'EUR' },
          nights: 3,
          percent: 100,
          whole_stay: true,
          text: 'Late',
        },
      ],
    },
    arrival: { from: '15:00', text: 'Ring' },
    departure: { until: '11:00', text: 'Key' },
  })
})
