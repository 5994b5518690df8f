import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pricesWriter, wholeCurrencies } from '#lib/travel/model/currencies-writer.ts'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { flightWords } from '#lib/travel/model/flights/flight-words.ts'
import { groupHotels } from '#lib/travel/model/hotels/hotel-item.ts'
import type { HotelOffer } from '#lib/travel/model/hotels/hotel-offer.ts'
import { readHotels } from '#lib/travel/model/hotels/read-hotels.ts'
import { staySummary } from '#lib/travel/model/hotels/stay-summary.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import { comparisonOf } from '#lib/travel/model/hotels/total.ts'
import { shownInRow } from '#lib/travel/model/hotels/total-words.ts'
import type { StayTrip } from '#lib/travel/model/trip-view.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelOffersParams } from '#runner/contract/capabilities/hotel-search.ts'
import { asArray, asRecord } from '#runner/sdk/read-json.ts'
import { json } from '#runner/sdk/testing/fake-host.ts'
import { createHotelHost } from '#runner/sdk/testing/hotel-host.ts'
import { englishTexts, render } from '../../../scripts/testing/english-texts.tsx'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { searchHotels } from '../../../skills/hotel-search/src/search-hotels.ts'
import { isList } from '../../../skills/hotel-search/tests/hotels.ts'
import { ComparisonProvider } from '../results/hotels/comparison.tsx'
import { PaidTable } from '../results/hotels/hotel-details.tsx'
import { HotelRow } from '../results/hotels/hotel-row.tsx'
import { StayTerms } from '../results/hotels/stay-terms.tsx'
import { ReaderProvider } from '../results/reader.tsx'
import { comparedRows } from './compared-rows.ts'
import { TripCard } from './trip-card.tsx'

const nowMs = Date.parse('2018-01-01T12:00:00Z')
const locale = 'en-GB'
const origin = { source: 'a', data: 'live', cached: false, fetchedAtMs: nowMs } as const
const [t, results, trips] = [englishTexts('hotels'), englishTexts('results'), englishTexts('trips')]
const rates: ExchangeRates = { date: '2018-01-01', base: 'EUR', rates: { USD: 1.1, GBP: 0.9 }, data: 'live' }
const ignore = () => {}

beforeEach(() => void vi.useFakeTimers({ now: nowMs, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Shown = { total: string | undefined; terms: string | undefined }

/** What each part of the app says about the total and the terms of one rate. */
function shownOf(offer: HotelOffer, known: ExchangeRates | null): Record<string, Shown> {
  const { hotel } = offer
  const { currency } = hotel.price
  const comparison = comparisonOf(currency, known, 'live')
  const [item] = groupHotels([offer], { ...comparison, nowMs }).flatMap((group) => group.rates)
  if (item === undefined) throw new Error('expected a hotel')
  const prices = shownInRow(hotel)
  const whole = wholeCurrencies(prices)
  const writeIn = pricesWriter(prices, locale)
  const seen = { ...hotel.price, seenAtMs: nowMs }
  const facts = { id: 'a', skill: 's', search: '', data: 'live', isPast: true, saved: seen, latest: seen } as const
  const trip: StayTrip = { ...facts, kind: 'hotels', hotel, today: '2018-01-01' }
  const { container, unmount } = render(
    <ReaderProvider travelers={1} names={{}} kind="hotels">
      <ComparisonProvider value={comparison}>
        <HotelRow
          ref={createRef<HTMLElement>()}
          item={item}
          index={0}
          of={1}
          stay={{}}
          whole={whole}
          isOpen={false}
          isLit={false}
          onToggle={ignore}
          onLight={ignore}
        />
        <PaidTable hotel={hotel} whole={whole} />
        <StayTerms hotel={hotel} writeIn={writeIn} />
        <TripCard
          trip={trip}
          rates={known}
          name="A"
          nowMs={nowMs}
          isNext={false}
          letter={undefined}
          onBook={ignore}
          isChosen={false}
          isRefused={false}
          mayChoose={false}
          onChoose={ignore}
          onRemove={ignore}
        />
      </ComparisonProvider>
    </ReaderProvider>,
    { locale },
  )
  const textOf = (selector: string) => container.querySelector(selector)?.textContent ?? undefined
  const shown = {
    row: { total: textOf('.hotel-price > b'), terms: textOf('.hotel-terms') },
    details: {
      total: textOf('.fare-total > dd'),
      terms: textOf('.fare-notes > p')?.replace(/(, hotel’s time)?\.$/, ''),
    },
    trip: { total: textOf('.trip-price > b'), terms: textOf('.trip-line:nth-child(2)')?.split(' · ').at(-1) },
  }
  unmount()
  const flights = flightWords(englishTexts('flights'), englishTexts('units'), locale)
  const reader = {
    rates: known,
    nowMs,
    locale,
    seat: 'any',
    flights,
    hotels: t,
    travel: englishTexts('travel'),
    results,
    t: trips,
  } as const
  const cellOf = (title: string) => comparedRows([trip, trip], reader).find((row) => row.title === title)?.cells[0]
  const summary = staySummary(offer, { locale, t, results, writeIn, comparison }, nowMs).split('\n')
  return {
    ...shown,
    comparison: { total: cellOf(trips('total')), terms: cellOf(trips('cancelling')) },
    summary: {
      total: summary.find((line) => line.startsWith('Total '))?.replace(/^Total (.*), taxes included$/, '$1'),
      terms: summary
        .find((line) => line.includes(' · ') || line === 'Room')
        ?.split(' · ')
        .find((part) => part === shown.trip.terms),
    },
  }
}

function expectAgreement(hotel: HotelResult) {
  const [offer] = readHotels([hotel], origin).offers
  if (offer === undefined) throw new Error('expected a valid hotel')
  for (const known of [rates, null]) {
    const { row, ...others } = shownOf(offer, known)
    // A row has its details beside it. Where there are none, unclear terms are quoted.
    const isQuoted = offer.hotel.cancellation?.kind === 'unclear'
    for (const [where, { total, terms }] of Object.entries(others)) {
      // A charge of unknown amount is named in the total where it has no line of its own.
      expect(`${total} +`.startsWith(`${row?.total} +`), `${where}: ${total}`).toBe(true)
      if (!isQuoted || where === 'details') expect(terms, where).toBe(row?.terms)
    }
  }
  return shownOf(offer, rates)
}

describe('row, details, trip, comparison and summary agree on total and terms of', () => {
  const charge = (amount: number, currency: string) =>
    ({ kind: 'tax', included: false, text: 'City tax', price: { amount, currency } }) as const
  const until = '2027-03-10T18:00:00+01:00'

  test.each<[string, Partial<HotelResult>, Shown]>([
    ['a stay in one currency', {}, { total: '€300', terms: 'Cancellation terms not given' }],
    [
      'a stay in two currencies that is free to cancel',
      { unpriced_charges: [charge(11, 'USD')], cancellation: { kind: 'free', until, penalties: [] } },
      { total: 'about €310', terms: 'Free cancellation until Wed 10 Mar, 18:00' },
    ],
    [
      'a stay without a rate for its second currency',
      { unpriced_charges: [charge(11, 'AWG')], cancellation: { kind: 'charged', penalties: [{ nights: 1 }] } },
      { total: '€300 + AWG\u00a011.00', terms: 'Canceling costs a fee' },
    ],
    [
      'a stay whose free cancellation is over',
      { cancellation: { kind: 'free', until: '2017-12-31T18:00:00+01:00', penalties: [] } },
      { total: '€300', terms: 'Canceling costs a fee' },
    ],
    [
      'a stay whose rate alone says that it is non-refundable',
      { rate: { text: 'NON-REFUNDABLE, PAY NOW AND SAVE' } },
      { total: '€300', terms: 'No refund' },
    ],
    [
      'a stay whose penalty alone says that it is non-refundable',
      { cancellation: { kind: 'unclear', penalties: [{ text: 'NON-REFUNDABLE RATE' }] } },
      { total: '€300', terms: 'No refund' },
    ],
    [
      'a stay with unclear terms',
      { cancellation: { kind: 'unclear', penalties: [{ text: 'GROUP TERMS APPLY' }] } },
      { total: '€300', terms: 'Cancellation terms in the details' },
    ],
    [
      'a stay with a charge of unknown amount',
      { unpriced_charges: [{ kind: 'tax', included: false, text: 'VAT' }] },
      { total: '€300', terms: 'Cancellation terms not given' },
    ],
  ])('%s', (_, fields, expected) => {
    expect(expectAgreement(makeHotel(fields)).row).toEqual(expected)
  })

  test.each([
    'hotel-offers.code-examples.json',
    'recorded/hotel-offers.recorded-sample.json',
    'spec/HotelSearch_v3/definitions-MultiResponse.json',
    'spec/HotelSearch_v3/definitions-PricingResponse.json',
  ])('every rate of %s', needs.referenceData, async (file) => {
    const { data } =
      asRecord(JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus/examples', file), 'utf8'))) ?? {}
    let rateCount = 0
    for (const entry of Array.isArray(data) ? data : [data]) {
      const [first] = asArray(asRecord(entry)?.offers).map(asRecord)
      const id = String(asRecord(asRecord(entry)?.hotel)?.hotelId)
      const host = createHotelHost((url) => json({ data: isList(url) ? [{ hotelId: id }] : [entry] }))
      const [check_in, check_out] = [String(first?.checkInDate), String(first?.checkOutDate)]
      const params = HotelOffersParams.parse({ hotel_id: id, place: 'PAR', check_in, check_out, adults: 1 })
      const outcome = await searchHotels({ action: 'hotel_offers', params, config: {} }, host, nowMs)
      if (!outcome.ok) throw new Error(outcome.detail)
      for (const { hotel } of readHotels(outcome.value.results, origin).offers) {
        rateCount++
        const { row } = expectAgreement(hotel)
        if (/non.?refund/i.test(JSON.stringify(hotel))) expect(row?.terms).toBe('No refund')
      }
    }
    expect(rateCount).toBeGreaterThan(0)
  })
})
