import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { fieldsOf } from '../testing/fields-of.ts'
import { createHotelAsker } from './testing/ask-hotels.ts'
import { hotelListAnswerSchema, hotelOffersAnswerSchema } from './testing/wire.ts'

const listFields = ['chainCode', 'iataCode', 'dupeId', 'name', 'hotelId', 'geoCode.latitude', 'geoCode.longitude']
const hotelFields = ['hotelId', 'chainCode', 'dupeId', 'name', 'cityCode', 'latitude', 'longitude']
const offerFields = [
  ...[
    'id',
    'checkInDate',
    'checkOutDate',
    'rateCode',
    'boardType',
    'guests.adults',
    'room.type',
    'room.description.text',
  ],
  ...['room.typeEstimated.category', 'room.typeEstimated.beds', 'room.typeEstimated.bedType'],
  ...['price.currency', 'price.base', 'price.total', 'price.taxes.code', 'price.taxes.included'],
  ...['price.variations.changes.startDate', 'price.variations.changes.endDate', 'price.variations.changes.base'],
  ...['policies.paymentType', 'policies.cancellations.deadline', 'policies.guarantee.acceptedPayments.creditCards'],
]

test('answers have every field that callers rely on', () => {
  const { list, offers } = createHotelAsker()
  const cities = ['PAR', 'NYC', 'DXB'].map((cityCode) => list('by-city', { cityCode }))
  const listed = fieldsOf(cities)
  expect([...listFields, 'distance.value', 'distance.unit'].filter((field) => !listed.has(field))).toEqual([])
  const stay = { checkInDate: '2027-02-05', checkOutDate: '2027-02-12', adults: '2' }
  const answers = cities.flatMap((hotels) =>
    offers({
      ...stay,
      hotelIds: hotels
        .slice(0, 20)
        .map(({ hotelId }) => hotelId)
        .join(','),
    }),
  )
  const offered = fieldsOf(answers)
  expect(hotelFields.filter((field) => !offered.has(`hotel.${field}`))).toEqual([])
  expect(offerFields.filter((field) => !offered.has(`offers.${field}`))).toEqual([])
})

describe('compared with the specification and recorded answers', needs.referenceData, () => {
  const read = (...path: string[]): unknown =>
    JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus', ...path), 'utf8'))
  const { ask, list } = createHotelAsker()
  const specified = (name: string, pointer: string) => {
    let check: ReturnType<typeof validator> | undefined
    return (value: unknown) => {
      check ??= validator(read('specs', name), pointer)
      return check(value)
    }
  }
  const isList = specified('HotelList_v1.json', '/components/schemas/HotelSearchResponse')
  const isHotelOffers = specified('HotelSearch_v3.json', '/definitions/HotelOffers')
  const isErrors = specified('HotelSearch_v3.json', '/definitions/Errors')

  const offerAnswers = ['PAR', 'NYC', 'AUA', 'TYO', 'DXB', 'AYT'].map((cityCode) => {
    const hotelIds = list('by-city', { cityCode })
      .slice(0, 20)
      .map(({ hotelId }) => hotelId)
      .join(',')
    const query = { hotelIds, checkInDate: '2027-02-05', checkOutDate: '2027-02-12', adults: '2', childAges: '4' }
    return {
      query,
      answer: ask('/v3/shopping/hotel-offers', query),
    }
  })

  test.each(['PAR', 'AUA'])('lists match the specification: %s', (cityCode) => {
    const data = list('by-city', { cityCode, ratings: '3,4' })
    expect(data.length).toBeGreaterThan(10)
    expect(isList({ data, meta: { count: data.length, links: { self: 'x' } } })).toEqual([])
  })

  test('offers match the specification', () => {
    for (const { answer } of offerAnswers) {
      const { data } = hotelOffersAnswerSchema.parse(answer.ok ? answer.value : undefined)
      for (const hotel of data) expect(isHotelOffers(hotel)).toEqual([])
    }
  })

  test('errors match the specification', () => {
    const refusal = ask('/v3/shopping/hotel-offers', { hotelIds: 'ab', adults: 'x', currency: 'e' })
    if (refusal.ok) throw new Error('accepted')
    expect(isErrors({ errors: refusal.issues })).toEqual([])
    expect(isErrors({ errors: [{ ...refusal.issues[0], code: 'x' }] })).not.toEqual([])
  })

  const offers = ['hotel-offers.code-examples.json', 'recorded/hotel-offers.recorded-sample.json']
  const lists = ['hotels.by-city.PAR', 'hotels.by-geocode', 'hotels.by-hotels'].map(
    (name) => `${name}.code-examples.json`,
  )

  test.each(offers)('the recorded offers in %s pass the same checks', (name) => {
    const { data } = hotelOffersAnswerSchema.loose().parse(read('examples', name))
    for (const hotel of z.object({ data: z.array(z.unknown()) }).parse(read('examples', name)).data) {
      expect(isHotelOffers(hotel)).toEqual([])
    }
    expect(data.length).toBeGreaterThan(0)
  })

  test.each(lists)('the recorded list %s passes the same checks', (name) => {
    expect(isList(read('examples', name))).toEqual([])
    expect(hotelListAnswerSchema.safeParse(read('examples', name)).error).toBeUndefined()
  })

  test('our answers have every recorded field', () => {
    const ours = fieldsOf(offerAnswers.map(({ answer }) => (answer.ok ? answer.value : undefined)))
    const missing = offers.flatMap((name) => [...fieldsOf(read('examples', name))].filter((field) => !ours.has(field)))
    // Sample hotels have no telephone number, because a number could belong to a real person.
    expect(missing.filter((field) => field !== 'data.hotel.contact.phone')).toEqual([])
    const ourList = fieldsOf({ data: list('by-city', { cityCode: 'PAR' }) })
    const recorded = lists.flatMap((name) => [...fieldsOf(read('examples', name))])
    expect(recorded.filter((field) => field.startsWith('data.') && !ourList.has(field))).toEqual([])
  })
})

/**
 * Validates against a part of the specification and reports errors. Recorded answers win over the specification:
 * payment types in lower case, KM and MILE as units. The specification doubles every backslash in patterns, limits
 * lists with the keywords for the length of a text, and writes exclusive limits in an older JSON Schema form.
 */
function validator(specification: unknown, pointer: string): (value: unknown) => string[] {
  const text = JSON.stringify(specification)
    .replaceAll('\\\\\\\\', '\\\\')
    .replaceAll(
      '"enum":["GUARANTEE","DEPOSIT","PREPAY","HOLDTIME"]',
      '"enum":["guarantee","deposit","prepay","holdtime"]',
    )
    .replaceAll(/"exclusive(Minimum|Maximum)":(true|false),?/g, '')
    .replaceAll(/,}/g, '}')
    .replaceAll('"enum":["NIGHT",', '"enum":["KM","MILE","NIGHT",')
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addFormat('date', fullFormats.date)
  // Local times have no offset in recorded answers; JSON Schema's date-time requires one.
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2}|Z)?$/)
  for (const format of ['int32', 'int64', 'float', 'url']) ajv.addFormat(format, true)
  ajv.addSchema(z.record(z.string(), z.unknown()).parse(JSON.parse(text)), 'specification')
  const check = ajv.compile({ $ref: `specification#${pointer}` })
  return (value) =>
    check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
