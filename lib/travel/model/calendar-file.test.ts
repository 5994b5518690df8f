import ICAL from 'ical.js'
import { describe, expect, test, vi } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { singleWriter } from './currencies-writer.ts'
import { flightCalendar } from './flights/flight-calendar.ts'
import { flightSummary } from './flights/flight-summary.ts'
import { flightWords } from './flights/flight-words.ts'
import { ams, aua, ewr, makeLeg, makeOffer, viaNewark } from './flights/testing-flights.ts'
import { stayCalendar } from './hotels/stay-calendar.ts'
import { makeHotel } from './hotels/testing-hotels.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')
const [travel, results] = [english('travel'), english('results')]

const about = { data: 'live', fetchedAtMs: Date.UTC(2026, 10, 22, 8, 5) } as const
const context = {
  travelers: 2,
  names: { AMS: 'Amsterdam', EWR: 'Newark', AUA: 'Aruba' },
  words,
  travel,
  results,
  write: singleWriter('en-GB')('EUR'),
}
const now = Date.UTC(2026, 10, 22, 8, 6)

/** The events of a file, as the independent parser ical.js reads them. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

describe('the calendar file of a flight offer', () => {
  const offerOf = (data: 'live' | 'sample', leg = viaNewark) => makeOffer('1', { legs: [leg] }, { ...about, data })
  const flight = (data: 'live' | 'sample' = 'live') => flightCalendar(offerOf(data), context, now)

  test('has one event per flight, with the right times and the departure airport', () => {
    const { name, text } = flight()
    expect(name).toBe('flight-AMS-AUA-2027-02-13.ics')
    const events = eventsIn(text).map(({ summary, location, startDate, endDate }) => {
      return [summary, location, startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString()]
    })
    const [first, second] = viaNewark.segments
    expect(events).toEqual([
      ['UA 70 Amsterdam to Newark, United', 'Amsterdam (AMS)', first?.departure.time, first?.arrival.time].map(moment),
      ['UA 71 Newark to Aruba, United', 'Newark (EWR)', second?.departure.time, second?.arrival.time].map(moment),
    ])
  })

  test('describes the event with the text of the "Copy summary" button, in local times', () => {
    const description = eventsIn(flight().text)[0]?.description
    expect(description).toBe(flightSummary(offerOf('live'), context))
    expect(description).toMatch(/UA 70 United: AMS 09:05 – EWR 11:40/)
  })

  test('names the carrier once, even if the flight number repeats its code', () => {
    const segments = viaNewark.segments.map((segment) => ({ ...segment, flight_number: `UA${segment.flight_number}` }))
    const { text } = flightCalendar(offerOf('live', { ...viaNewark, segments }), context, now)
    expect(eventsIn(text)[0]?.summary).toMatch(/^UA 70 Amsterdam/)
  })

  test('starts its title with "Sample data" if the offer is generated', () => {
    expect(eventsIn(flight('sample').text)[0]?.summary).toMatch(/^Sample data: UA 70/)
  })

  test('keeps its event ids when exported again, so that a calendar updates these events and no others', () => {
    const ids = (text: string) => eventsIn(text).map(({ uid }) => uid)
    const dearer = { ...offerOf('live'), price: { amount: 9999, currency: 'USD' }, fetchedAtMs: now }
    expect(ids(flightCalendar(dearer, context, now + 60_000).text)).toEqual(ids(flight().text))
    const nextDay = makeLeg(
      '2027-02-14',
      [ams, ewr, aua],
      [
        [545, 1060],
        [1175, 1435],
      ],
    )
    const others = ids(flightCalendar(offerOf('live', nextDay), context, now).text)
    expect(new Set([...ids(flight().text), ...others]).size).toBe(4)
  })
})

const moment = (text: string | undefined) => (text?.includes('T') ? new Date(text).toISOString() : text)

describe('the calendar file of a stay', () => {
  const hostile = 'Hotel\r\nBEGIN:VALARM; "Plaza", Zürich 東京'
  const stay = (name = 'HOTEL DU TEST') => {
    const hotel = makeHotel({ name, address: { lines: ['1 RUE DE PARIS'], city: 'PARIS' } })
    const offer = { hotel, key: 'a', price: hotel.price, source: 's', cached: false, ...about }
    const comparison = { currency: 'EUR', rates: null }
    const writing = { writeIn: singleWriter('en-GB'), comparison }
    return stayCalendar(offer, { locale: 'en-GB', t: english('hotels'), results, ...writing }, now)
  }

  test.each([
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
  ])('has an all-day event from check-in to check-out for a reader in %s', (zone, offset) => {
    vi.stubEnv('TZ', zone)
    expect(new Date('2027-03-12').getTimezoneOffset()).toBe(offset)
    const [event] = eventsIn(stay().text)
    expect(event?.startDate.isDate).toBe(true)
    expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2027-03-12', '2027-03-15'])
    expect([event?.summary, event?.location]).toEqual(['Hotel du Test', '1 Rue de Paris, Paris'])
  })

  test('escapes a provider’s text, so that the text cannot add lines or components', () => {
    const { text } = stay(hostile)
    const [event, ...others] = eventsIn(text)
    expect(others).toEqual([])
    expect(event?.component.getAllSubcomponents()).toEqual([])
    expect(event?.summary).toContain('"Plaza", Zürich 東京')
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  })
})
