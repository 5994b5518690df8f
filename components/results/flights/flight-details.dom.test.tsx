import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { noFlightFilters } from '#lib/travel/flights/filters.ts'
import { groupFlights } from '#lib/travel/flights/itinerary.ts'
import { narrowFlights } from '#lib/travel/flights/narrow.ts'
import { readFlights } from '#lib/travel/flights/read-flights.ts'
import { makeFlight, viaNewark } from '#lib/travel/flights/testing-flights.ts'
import type { Place } from '#lib/travel/place.ts'
import { flightSearches } from '#lib/travel/search-kind.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { FlightDetails } from './flight-details.tsx'
import { FlightSearchContext } from './flight-search-context.tsx'

const newark: Place = {
  code: 'EWR',
  type: 'airport',
  name: 'Newark Liberty',
  city: 'Newark',
  country: 'United States',
  lat: 40.69,
  lon: -74.17,
}

test('the calendar file names the airport of a stop, which the search does not name', async () => {
  const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
  const [row] = narrowFlights(
    groupFlights(readFlights([makeFlight('1', { legs: [viaNewark] })], about).offers),
    noFlightFilters,
  ).rows
  vi.stubGlobal('fetch', async () => Response.json({ places: [newark] }))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:calendar'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13' })
  render(
    <FlightSearchContext value={search}>
      <ReaderProvider
        locale="en-GB"
        travelers={1}
        names={{ AMS: 'Amsterdam', AUA: 'Oranjestad' }}
        kind={flightSearches}
      >
        {row && <FlightDetails id="details" row={row} />}
      </ReaderProvider>
    </FlightSearchContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByRole('button', { name: 'Calendar file saved' })).toBeDefined()
  expect(await saved[0]?.text()).toContain('LOCATION:Newark (EWR)')
})
