import { describe, expect, it } from 'vitest'
import { noFlightFilters } from '#lib/travel/flights/filters.ts'
import { groupFlights } from '#lib/travel/flights/itinerary.ts'
import { narrowFlights } from '#lib/travel/flights/narrow.ts'
import { readFlights } from '#lib/travel/flights/read-flights.ts'
import {
  ams,
  aua,
  ewr,
  makeFlight,
  makeLeg,
  makeOffer,
  selfTransferInNewark,
} from '#lib/travel/flights/testing-flights.ts'
import { makeTimeAxis } from '#lib/travel/flights/time-axis.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { FlightRow } from './flight-row.tsx'
import { FlightSearchContext } from './flight-search-context.tsx'

describe('a flight row', () => {
  const flight = makeFlight('1', { price: { amount: 120, currency: 'USD' } })
  const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
  const items = groupFlights(readFlights([flight], about).offers)
  const [row] = narrowFlights(items, noFlightFilters).rows

  it.each([
    [120, '$120'],
    [89.5, '$120.00'],
  ])('in a list whose lowest price is $%d shows its own price as %s', (lowestPrice, text) => {
    const { container } = render(row && rowOf(lowestPrice))
    expect(container.querySelector('.price b')?.textContent).toBe(text)
  })

  it('names the price of each other provider that sells the same journey', () => {
    const offerOf = (provider: string, amount: number) =>
      readFlights([makeFlight('1', { provider, price: { amount, currency: 'USD' } })], { ...about, source: provider })
        .offers
    const merged = groupFlights([...offerOf('Duffel', 120), ...offerOf('Amadeus', 131)])
    const [both] = narrowFlights(merged, noFlightFilters).rows
    const { container } = render(both && rowOf(120, both))
    expect(container.querySelectorAll('article')).toHaveLength(1)
    expect(container.querySelector('.price b')?.textContent).toBe('$120')
    expect(container.querySelector('.facts')?.textContent).toContain('also $131 from Amadeus')
  })

  it('marks a self-transfer, and is not merged with the row of the same flights on one ticket', () => {
    const offers = [makeOffer('1'), makeOffer('2', { legs: [selfTransferInNewark] })]
    const texts = narrowFlights(groupFlights(offers), noFlightFilters).rows.map(
      (shown) => render(rowOf(120, shown)).container.querySelector('.facts')?.textContent ?? '',
    )
    expect(texts.map((text) => text.includes('Self-transfer in EWR')).toSorted()).toEqual([false, true])
  })

  it('of a multi-city trip shows and speaks the date and number of each flight', () => {
    const legs = [makeLeg('2027-03-11', [ams, ewr], [[660, 1165]]), makeLeg('2027-03-15', [ewr, aua], [[1110, 1390]])]
    const [trip] = narrowFlights(groupFlights([makeOffer('1', { legs })]), noFlightFilters).rows
    const onward = ['EWR-AUA-2027-03-15']
    const search = FlightSearch.parse({ origin: 'AMS', destination: 'EWR', date: '2027-03-11', onward })
    const { container } = render(<FlightSearchContext value={search}>{trip && rowOf(120, trip)}</FlightSearchContext>)
    const dates = [...container.querySelectorAll('.leg-date')].map(({ textContent }) => textContent)
    expect(dates).toEqual(['Thu 11 Mar', 'Mon 15 Mar'])
    expect(container.querySelector('.sr-only')?.textContent).toMatch(/Flight 1 Thu 11 Mar.*Flight 2 Mon 15 Mar/)
  })

  const rowOf = (lowestPrice: number, shown = row) =>
    shown && (
      <FlightRow
        ref={null}
        row={shown}
        index={0}
        of={2}
        axis={makeTimeAxis(shown.itinerary.legs)}
        median={null}
        lowestPrice={lowestPrice}
        isOpen={false}
        onToggle={() => {}}
      />
    )
})
