import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { expect, test, vi } from 'vitest'
import { type FlightItem, narrowFlights, noFlightFilters } from '#lib/travel/model/flights/filters.ts'
import { groupFlights } from '#lib/travel/model/flights/itinerary.ts'
import { readFlights } from '#lib/travel/model/flights/read-flights.ts'
import { makeFlight, viaNewark } from '#lib/travel/model/flights/testing-flights.ts'
import type { Place } from '#lib/travel/model/place.ts'
import { usualProfile } from '#lib/travel/model/usual-profile.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { TravelerPage } from '../../../../scripts/testing/traveler-page.tsx'
import { ProfileProvider } from '../../profile/profile-provider.tsx'
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

const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
const rowsOf = (flights: FlightResult[]) =>
  narrowFlights(groupFlights(readFlights(flights, about).offers), noFlightFilters).rows

function detailsOf(row: FlightItem, searchParams: string, onUrlUpdate?: OnUrlUpdateFunction, lowestPrice = 100) {
  const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13' })
  const names = { AMS: 'Amsterdam', AUA: 'Oranjestad' }
  return (
    <NuqsTestingAdapter searchParams={searchParams} hasMemory {...(onUrlUpdate && { onUrlUpdate })}>
      <FlightSearchContext value={search}>
        <ReaderProvider travelers={1} names={names} kind="flights">
          <FlightDetails id="details" row={row} lowestPrice={lowestPrice} />
        </ReaderProvider>
      </FlightSearchContext>
    </NuqsTestingAdapter>
  )
}

const renderDetails = (row: FlightItem, searchParams = '', onUrlUpdate?: OnUrlUpdateFunction) =>
  render(detailsOf(row, searchParams, onUrlUpdate), { locale: 'en-US' })

test('the calendar file names the airport of a stop, which the search does not name', async () => {
  const [row] = rowsOf([makeFlight('1', { legs: [viaNewark] })])
  vi.stubGlobal('fetch', async () => Response.json({ places: [newark] }))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:calendar'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  if (row) renderDetails(row)
  await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByRole('button', { name: 'Calendar file saved' })).toBeDefined()
  expect(await saved[0]?.text()).toContain('LOCATION:Newark (EWR)')
})

test('a chosen fare goes into the URL, and this URL opens the row with it in an answer with other ids and prices', async () => {
  const fares = (ids: [string, string], more: number) =>
    rowsOf([
      makeFlight(ids[0], { price: { amount: 100 + more, currency: 'EUR' }, fare: { brand: 'Basic' } }),
      makeFlight(ids[1], { price: { amount: 150 + more, currency: 'EUR' }, fare: { brand: 'Flex' } }),
    ])[0]
  const urls: string[] = []
  const [first, later] = [fares(['1', '2'], 0), fares(['8', '9'], 7)]
  if (!first || !later) throw new TypeError('both answers have the flight')
  const { unmount } = renderDetails(first, `?row=${first.itinerary.key}`, ({ queryString }) => urls.push(queryString))
  expect(await screen.findByRole('radio', { name: /Basic/ })).toHaveProperty('checked', true)
  await userEvent.click(await screen.findByRole('radio', { name: /Flex/ }))
  await vi.waitFor(() => expect(urls).toHaveLength(1))
  unmount()

  const { unmount: leave } = renderDetails(later, urls[0])
  expect(await screen.findByRole('radio', { name: /Flex/ })).toHaveProperty('checked', true)
  leave()
})

test('a saved fare follows the choice of another, whose button says that it is saved', async () => {
  const [row] = rowsOf([makeFlight('1', { fare: { brand: 'Basic' } }), makeFlight('2', { fare: { brand: 'Flex' } })])
  if (!row) throw new TypeError('the answer has a flight')
  vi.stubGlobal('fetch', async () => Response.json({}))
  renderDetails(row)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saved under Trips' })
  await userEvent.click(await screen.findByRole('radio', { name: /Flex/ }))
  expect(await screen.findByText('The saved option has changed to this fare.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Saved under Trips' })).toBeDefined()
})

test.each([
  ['without decimals', 500, ['€569', '€600', '€520', '€49', '€569'], '+€31'],
  ['with decimals', 95, ['€568.74', '€599.90', '€519.60', '€49.14', '€568.74'], '+€31.16'],
])(
  'in a list %s, the fares and the parts of a price are written like the list',
  async (_, lowestPrice, prices, more) => {
    const euros = (amount: number) => ({ amount, currency: 'EUR' })
    const [row] = rowsOf([
      makeFlight('1', { price: euros(568.74), price_base: euros(519.6), fare: { brand: 'Basic' } }),
      makeFlight('2', { price: euros(599.9), fare: { brand: 'Flex' } }),
    ])
    if (!row) throw new TypeError('the answer has a flight')
    const { container } = render(detailsOf(row, '', undefined, lowestPrice))
    await screen.findByRole('table')
    const written = [...container.querySelectorAll('.fare-price, dd')].map(({ textContent }) => textContent)
    expect(written).toEqual(prices)
    expect(screen.getByText(more)).toBeDefined()
  },
)

test.each([
  ['price unknown', undefined],
  ['Extra charge, price unknown', { charged: true }],
])('below the total, a traveler who wants a seat reads once: %s', (words, charge) => {
  const text = 'PRE RESERVED SEAT ASSIGNMENT'
  const conditions = charge ? [{ kind: 'pre_reserved_seat', text, ...charge }] : []
  const [row] = rowsOf([makeFlight('1', { fare: { conditions } })])
  if (!row) throw new TypeError('the answer has a flight')
  const account = { ...usualProfile, seat: 'window' } as const
  render(
    <TravelerPage push={vi.fn()}>
      <ProfileProvider account={account} shown={{ currency: null, clock: null, home: null }} usualCurrency="USD">
        {detailsOf(row, '')}
      </ProfileProvider>
    </TravelerPage>,
  )
  expect(screen.getByText(/Seat choice/).nextSibling?.textContent).toBe(words)
})

test('names the airline that sells the chosen fare, and the provider that found it', async () => {
  const delta = { seller: { code: 'DL', name: 'DELTA AIR LINES' }, fare: { brand: 'Flex' }, provider: 'Duffel' }
  const [row] = rowsOf([makeFlight('1', { fare: { brand: 'Basic' } }), makeFlight('2', delta)])
  if (!row) throw new TypeError('the answer has a flight')
  renderDetails(row)
  expect(screen.queryByText(/found through/)).toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: /Flex/ }))
  expect(
    await screen.findByText('Sold by Delta Air Lines, found through Duffel. You pay Delta Air Lines, not travel.aw.'),
  ).toBeDefined()
})

test('says that the fare of a link is not in the list, until another is chosen', async () => {
  const [row] = rowsOf([makeFlight('1', { fare: { brand: 'Basic' } }), makeFlight('2', { fare: { brand: 'Flex' } })])
  if (!row) throw new TypeError('the answer has a flight')
  renderDetails(row, `?row=${row.itinerary.key}.gone`)
  const missing = () => screen.queryByText('The fare in this link is not in this list. Another one is chosen.')
  expect(missing()).not.toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: /Flex/ }))
  await vi.waitFor(() => expect(missing()).toBeNull())
})

test('going back to a URL with another fare chooses that fare', async () => {
  const [row] = rowsOf([makeFlight('1', { fare: { brand: 'Basic' } }), makeFlight('2', { fare: { brand: 'Flex' } })])
  if (!row) throw new TypeError('the answer has a flight')
  const urls: string[] = []
  const at = (searchParams: string) => detailsOf(row, searchParams, ({ queryString }) => urls.push(queryString))
  const { rerender } = render(at(`?row=${row.itinerary.key}`))
  await userEvent.click(await screen.findByRole('radio', { name: /Flex/ }))
  await vi.waitFor(() => expect(urls).toHaveLength(1))
  await userEvent.click(await screen.findByRole('radio', { name: /Basic/ }))
  await vi.waitFor(() => expect(urls).toHaveLength(2))
  rerender(at(urls[0] ?? ''))
  expect(await screen.findByRole('radio', { name: /Flex/ })).toHaveProperty('checked', true)
})
