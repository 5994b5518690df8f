import { describe, expect, it } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { formatLocale } from '#lib/platform/server/i18n/format-locale.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { conditionText, fareDifferences } from './condition-words.ts'
import { flightWords } from './flight-words.ts'
import { makeFlight, viaNewark } from './testing-flights.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')

describe('the words for a fare', () => {
  it.each([
    ['PRE RESERVED SEAT ASSIGNMENT', true, 'Seat choice: extra charge'],
    ['PRE_RESERVED_SEAT_ASSIGNMENT', true, 'Seat choice: extra charge'],
    ['CABIN BAG 1 PIECE 7 KG', false, 'Cabin bag 1 piece 7 kg'],
    ['50 PCT QMILES ACCUMULATION', false, '50 % qmiles accumulation'],
    ['XL SEAT SELECTION', true, 'XL seat choice: extra charge'],
    ['FREE LIMITED WIFI', false, 'Free limited Wi-Fi'],
    ['Bring your ID', false, 'Bring your ID'],
    ['FIRST CHECKED BAG', true, 'First checked bag: extra charge'],
    ['constructor', true, 'constructor: extra charge'],
    ['CONSTRUCTOR', false, 'Constructor'],
  ])('%s', (text, charged, sentence) => {
    expect(conditionText({ text, charged }, words)).toBe(sentence)
  })

  it.each([
    ['Refund before departure', undefined, 'en', 'Refund before departure: extra charge'],
    ['Refund before departure', { amount: 100, currency: 'USD' }, 'en', 'Refund before departure: $100'],
    ['Refund before departure', { amount: 100, currency: 'USD' }, 'es', 'Reembolso antes de la salida: 100\u00a0US$'],
    ['FIRST CHECKED BAG', undefined, 'es', 'Primera maleta de bodega: con cargo adicional'],
    ['LOUNGE ACCESS', { amount: 40, currency: 'EUR' }, 'nl', 'Toegang tot de lounge: €\u00a040,00'],
    ['Change before departure', undefined, 'ja', '出発前の便の変更：追加料金'],
  ] as const)('state a charged condition and its fee: %s, %o, in %s', (text, fee, language, sentence) => {
    const locale = formatLocale(null, language)
    const t = createTexts<'flights'>(compiledTexts(language, ['flights']).flights, locale)
    expect(conditionText({ text, charged: true, fee }, { t, locale })).toBe(sentence)
  })

  it('name each booking class and fare basis once', () => {
    const [first, second] = viaNewark.segments
    if (first === undefined || second === undefined) throw new Error('expected two flights')
    const segments = [
      { ...first, fare: { booking_class: 'K', basis: 'KLAB' } },
      { ...second, fare: { booking_class: 'Y', basis: 'KLAB' } },
    ]
    const flight = makeFlight('1', { legs: [{ ...viaNewark, segments }] })
    expect(fareDifferences(flight, words)).toEqual([[], ['Booking classes K, Y', 'Fare basis KLAB']])
  })

  it('include its conditions and last day of booking, then the codes of booking class and fare basis', () => {
    const segments = viaNewark.segments.map((segment) => ({ ...segment, fare: { booking_class: 'K', basis: 'KLAB' } }))
    const flight = makeFlight('1', {
      legs: [{ ...viaNewark, segments }],
      fare: { conditions: [{ kind: 'meal', text: 'MEAL BEVERAGE', charged: false }] },
      last_ticketing_date: '2027-01-12',
    })
    expect(fareDifferences(flight, words)).toEqual([
      ['Meal and drink', 'Book by Tue 12 Jan'],
      ['Booking class K', 'Fare basis KLAB'],
    ])
  })
})
