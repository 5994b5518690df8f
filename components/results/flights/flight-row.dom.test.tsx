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

  const rowOf = (lowestPrice: number) =>
    row && (
      <FlightRow
        ref={null}
        row={row}
        index={0}
        of={2}
        axis={makeTimeAxis(row.itinerary.legs)}
        median={null}
        lowestPrice={lowestPrice}
        isOpen={false}
        onToggle={() => {}}
      />
    )
})
