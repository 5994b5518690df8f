import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noFlightFilters } from '#lib/travel/flights/filters.ts'
import { groupFlights } from '#lib/travel/flights/itinerary.ts'
import { narrowFlights } from '#lib/travel/flights/narrow.ts'
import { readFlights } from '#lib/travel/flights/read-flights.ts'
import { makeFlight } from '#lib/travel/flights/testing-flights.ts'
import { makeTimeAxis } from '#lib/travel/flights/time-axis.ts'
import { FlightRow } from './flight-row.tsx'

describe('a flight row', () => {
  const flight = makeFlight('1', { price: { amount: 120, currency: 'USD' } })
  const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
  const items = groupFlights(readFlights([flight], about).offers)
  const [row] = narrowFlights(items, noFlightFilters).rows

  it.each([
    [120, '$120'],
    [89.5, '$120.00'],
  ])('in a list from $%d on writes its price as %s, like the others', (lowestPrice, text) => {
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
