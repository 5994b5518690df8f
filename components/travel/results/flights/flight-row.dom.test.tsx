import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { narrowFlights, noFlightFilters } from '#lib/travel/model/flights/filters.ts'
import { groupFlights } from '#lib/travel/model/flights/itinerary.ts'
import { readFlights } from '#lib/travel/model/flights/read-flights.ts'
import {
  ams,
  aua,
  ewr,
  makeFlight,
  makeLeg,
  makeOffer,
  selfTransferInNewark,
} from '#lib/travel/model/flights/testing-flights.ts'
import { makeTimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { FlightRow } from './flight-row.tsx'
import { FlightSearchContext } from './flight-search-context.tsx'
import { SpokenNames } from './spoken-row.tsx'

describe('a flight row', () => {
  const flight = makeFlight('1', { price: { amount: 120, currency: 'USD' } })
  const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
  const items = groupFlights(readFlights([flight], about).offers)
  const [row] = narrowFlights(items, noFlightFilters).rows

  it.each([
    [120, '$120'],
    [89.5, '$120.00'],
  ])('in a list whose lowest price is $%d shows its own price as %s', (lowestPrice, text) => {
    const { container } = render(row && rowOf(lowestPrice), { locale: 'en-US' })
    expect(container.querySelector('.price b')?.textContent).toBe(text)
  })

  it('shows its price in the currency of its offer', () => {
    const euros = makeFlight('1', { price: { amount: 120, currency: 'EUR' } })
    const [shown] = narrowFlights(groupFlights(readFlights([euros], about).offers), noFlightFilters).rows
    expect(render(shown && rowOf(120, shown)).container.querySelector('.price b')?.textContent).toBe('€120')
  })

  it.each([
    [45, /Tight: 45.min in EWR/, '1 stop: 45 minutes in New York (EWR), tight. Back'],
    [840, /Overnight wait in EWR/, '1 stop: 14 hours in New York (EWR), overnight. 780'],
  ])(
    'with a wait of %i min is spoken as one sentence, and shows and marks its connections',
    async (wait, mark, said) => {
      const way = (date: string, stops: (typeof ams)[]) =>
        makeLeg(date, stops, [
          [545, 1060],
          [1060 + wait, 1320 + wait],
        ])
      const legs = [way('2027-03-11', [ams, ewr, aua]), way('2027-03-19', [aua, ewr, ams])]
      const made = makeFlight('1', { legs, price: { amount: 1234, currency: 'USD' }, co2_kg: 780 })
      const [shown] = narrowFlights(groupFlights(readFlights([made], about).offers), noFlightFilters).rows
      // The page knows the places of the search, and asks for those of the connections.
      const newark = { code: 'EWR', type: 'airport', name: 'Liberty', city: 'New York', country: 'US', lat: 1, lon: 2 }
      vi.stubGlobal('fetch', async () => Response.json({ places: [newark] }))
      const names = { AMS: 'Amsterdam', AUA: 'Oranjestad' }
      const { container } = render(
        <ReaderProvider travelers={2} names={names} kind="flights">
          <SpokenNames rows={shown ? [shown] : []}>{shown && rowOf(1234, shown)}</SpokenNames>
        </ReaderProvider>,
        { locale: 'en-US' },
      )
      const textOf = (part: string) => container.querySelector(part)?.textContent
      expect(container.querySelector('article')?.textContent).toMatch(mark)
      expect(textOf('.dur')).toContain('1 stop EWR')
      const sentence = () => container.querySelector('article p')?.textContent
      await waitFor(() => expect(sentence()).toContain(said))
      expect(sentence()).toMatch(
        /^United\. Out .*, leaves Amsterdam \(AMS\) at 9:05.AM, arrives Oranjestad \(AUA\) at .*, 1 stop: .*\. Back .*\. 780 kilograms of CO2 per traveler\. \$1,234 for 2 travelers\.$/,
      )
      expect(screen.getByRole('button', { name: 'Show flight details and fares, United, $1,234' })).toBeDefined()
      // These visual parts are hidden from screen readers, which get the sentence.
      for (const part of ['.who', '.legs', '.price']) {
        expect(container.querySelector(part)?.getAttribute('aria-hidden')).toBe('true')
      }
    },
  )

  it('names the price of each other provider that sells the same journey', () => {
    const offerOf = (provider: string, amount: number) =>
      readFlights([makeFlight('1', { provider, price: { amount, currency: 'USD' } })], { ...about, source: provider })
        .offers
    const merged = groupFlights([...offerOf('Duffel', 120), ...offerOf('Amadeus', 131)])
    const [both] = narrowFlights(merged, noFlightFilters).rows
    const { container } = render(both && rowOf(120, both), { locale: 'en-US' })
    expect(container.querySelectorAll('article')).toHaveLength(1)
    expect(container.querySelector('.price b')?.textContent).toBe('$120')
    expect(container.querySelector('.facts')?.textContent).toContain('also $131 from Amadeus')
  })

  it('marks a self-transfer, and is not merged with the row of the same flights on one ticket', () => {
    const offers = [makeOffer('1'), makeOffer('2', { legs: [selfTransferInNewark] })]
    const texts = narrowFlights(groupFlights(offers), { ...noFlightFilters, separateTickets: true }).rows.map(
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
