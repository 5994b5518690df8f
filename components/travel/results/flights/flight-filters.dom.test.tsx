import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { expect, test, vi } from 'vitest'
import type { TicketFilters } from '#lib/travel/client/flights/flight-list-query.ts'
import { useFlightList, useFlightListState } from '#lib/travel/client/flights/use-flight-list.ts'
import { noBagWish } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { ams, aua, ewr, makeLeg, makeOffer, selfTransferInNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { FlightFilterPanel } from './flight-filters.tsx'
import { FlightSearchContext } from './flight-search-context.tsx'

const by = (code: string, name: string, leg: ReturnType<typeof makeLeg>) => ({
  ...leg,
  segments: leg.segments.map((segment) => ({ ...segment, carrier: { code, name } })),
})
const nonstop = makeLeg('2027-02-13', [ams, aua], [[600, 1200]])
const late = makeLeg('2027-02-13', [ams, aua], [[1380, 1980]])
const withStop = makeLeg(
  '2027-02-13',
  [ams, ewr, aua],
  [
    [700, 1200],
    [1300, 1560],
  ],
)
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })
const offers = [
  makeOffer('1', { ...usd(900), legs: [by('KL', 'KLM', nonstop)] }),
  makeOffer('2', { ...usd(700), legs: [by('DL', 'Delta', withStop)] }),
  makeOffer('3', { ...usd(800), legs: [by('DL', 'Delta', late)] }),
]
const round = FlightSearch.parse({
  origin: 'AMS',
  destination: 'AUA',
  date: '2027-02-13',
  return_date: '2027-02-20',
  currency: 'USD',
})

const trip = [aua, ams, aua].map((to, at) => {
  const from = [ams, aua, ams][at] ?? ams
  return by('KL', 'KLM', makeLeg(`2027-02-1${at}`, [from, to], [[600 + at * 60, 1200 + at * 60]]))
})
const multi = FlightSearch.parse({
  origin: 'AMS',
  destination: 'AUA',
  date: '2027-02-10',
  onward: ['AUA-AMS-2027-02-11', 'AMS-AUA-2027-02-12'],
})

const noneUsual = { airlineOnly: false, separateTickets: false }

function List({ offers, usual }: { offers: FlightOffer[]; usual: TicketFilters }) {
  const { filters, sort, actions } = useFlightListState(usual)
  const list = useFlightList(offers, noBagWish, filters, sort)
  return (
    <>
      <FlightFilterPanel {...{ filters, list, actions }} currency="USD" />
      <output>{list.rows.length}</output>
      <button type="button" onClick={actions.clearAll}>
        Clear all
      </button>
    </>
  )
}

/** Renders the filters and the number of rows that pass them, on a page with these URL parameters. */
function renderList(searchParams = '', shown = offers, search = round, usual = noneUsual) {
  const onUrlUpdate = vi.fn<OnUrlUpdateFunction>()
  render(
    <NuqsTestingAdapter searchParams={searchParams} onUrlUpdate={onUrlUpdate} hasMemory>
      <FlightSearchContext value={search}>
        <List offers={shown} usual={usual} />
      </FlightSearchContext>
    </NuqsTestingAdapter>,
    { locale: 'en-US' },
  )
  return {
    user: userEvent.setup(),
    expectUrl: (query: string) =>
      waitFor(() => expect(decodeURIComponent(onUrlUpdate.mock.lastCall?.[0].queryString ?? '')).toBe(query)),
  }
}

const unfold = (user: { click: (element: Element) => Promise<void> }, name: RegExp) =>
  user.click(screen.getByRole('button', { name }))
const rows = () => Number(screen.getByRole('status').textContent)
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const latest = () => screen.getByRole('slider', { name: 'Departure from AMS, latest' })
const spoken = () => latest().getAttribute('aria-valuetext')

test('a filter option shows how many flights it leaves in the list, and is stored in the URL', async () => {
  const { user, expectUrl } = renderList()
  expect(box(/^Nonstop 2 flights from \$800/).checked).toBe(true)
  await user.click(box(/^1 stop/))
  await expectUrl('?stops=-1')
  expect(rows()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Clear Stops' }))
  await expectUrl('')
  expect(rows()).toBe(3)
})

test('all option prices have the same decimals, and the ends of the price track are round amounts', async () => {
  const cheap = makeOffer('4', { ...usd(94.28), legs: [by('DL', 'Delta', withStop)] })
  const { user } = renderList('', [...offers, cheap])
  await unfold(user, /^Total price/)
  expect(box(/^1 stop 1 flight from \$94\.28/)).toBeDefined()
  expect(box(/^Nonstop 2 flights from \$800\.00/)).toBeDefined()
  const ends = screen.getByRole('group', { name: 'Total price' }).querySelector('.slider-ends')
  expect(ends?.textContent).toBe('$80$900')
})

test('the counts of an option take all other filters into account', () => {
  renderList('?airlines=DL')
  expect(rows()).toBe(2)
  expect(box(/^Nonstop 1 flight from \$800/).checked).toBe(true)
  expect(box(/^KLM 1 flight from \$900/).checked).toBe(false)
})

test('a time slider speaks the time of day in the locale of the reader', async () => {
  const { user, expectUrl } = renderList()
  await unfold(user, /^Times/)
  expect(spoken()).toBe('latest midnight')
  latest().focus()
  await user.keyboard('{PageDown}')
  // Some versions of the locale data put a narrow space before AM and PM.
  expect(spoken()).toMatch(/^latest 10:00\sPM$/)
  await expectUrl('?out_departure=-22:00')
  expect(rows()).toBe(2)
  await user.keyboard('{PageUp}')
  await expectUrl('')
})

test('the earliest time may be the end of the day; the latest time cannot then be moved below it', async () => {
  const { user, expectUrl } = renderList()
  await unfold(user, /^Times/)
  fireEvent.change(screen.getByRole('slider', { name: 'Departure from AMS, earliest' }), { target: { value: '1440' } })
  await expectUrl('?out_departure=24:00-')
  latest().focus()
  await user.keyboard('{PageDown}')
  expect(spoken()).toBe('latest midnight')
  await expectUrl('?out_departure=24:00-')
})

test('all airlines can be deselected at once, in order to choose a few', async () => {
  const { user, expectUrl } = renderList()
  await user.click(screen.getByRole('button', { name: 'Airlines: none' }))
  expect(rows()).toBe(0)
  await user.click(box(/^KLM/))
  await expectUrl('?airlines=KL')
  expect(rows()).toBe(1)
})

test('each flight of a multi-city trip has time filters, which narrow the list and are stored in the URL', async () => {
  const early = makeOffer('1', { ...usd(900), legs: trip })
  const late = makeOffer('2', {
    ...usd(700),
    legs: trip.with(2, by('KL', 'KLM', makeLeg('2027-02-12', [ams, aua], [[1380, 1980]]))),
  })
  const { user, expectUrl } = renderList('', [early, late], multi)
  await unfold(user, /^Times/)
  expect(screen.getAllByRole('slider', { name: /^Flight [123]: (departure|arrival) .*, latest$/ })).toHaveLength(6)
  screen.getByRole('slider', { name: 'Flight 3: departure from AMS, latest' }).focus()
  await user.keyboard('{PageDown}')
  await expectUrl('?departure_3=-22:00')
  expect(rows()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Clear Flight 3: departure from AMS' }))
  await expectUrl('')
  expect(rows()).toBe(2)
})

test('a filter of the profile is on without the URL, which names it only while it is off', async () => {
  const { user, expectUrl } = renderList('', offers, round, { airlineOnly: true, separateTickets: false })
  expect(box(/^Sold by the airline/).checked).toBe(true)
  await user.click(box(/^Sold by the airline/))
  await expectUrl('?airline_only=0')
  expect(box(/^Sold by the airline/).checked).toBe(false)
  await user.click(box(/^Sold by the airline/))
  await expectUrl('')
})

test('trips on separate tickets are hidden until they are allowed, also after all filters are cleared', async () => {
  const separate = makeOffer('4', { ...usd(500), legs: [selfTransferInNewark] })
  const { user, expectUrl } = renderList('', [...offers, separate])
  expect(rows()).toBe(3)
  await unfold(user, /^More filters/)
  await user.click(box(/^Separate tickets\s*1 flight/))
  await expectUrl('?separate_tickets=1')
  expect(rows()).toBe(4)
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(rows()).toBe(3)
})

test('times, airports, duration and price are folded, and their lines show what is set', async () => {
  const { user, expectUrl } = renderList('?out_departure=-22:00&stops=-1')
  const times = screen.getByRole('button', { name: /^Times/ })
  await waitFor(() => expect(times.textContent).toMatch(/^TimesDeparture from AMS until 10:00\sPM$/))
  expect(times.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: /^Total price/ }).textContent).toBe('Total priceAny')
  await user.click(times)
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(times)
  await user.click(screen.getByRole('button', { name: 'Clear Departure from AMS' }))
  await expectUrl('?stops=-1')
  expect(times.textContent).toBe('TimesAny')
})
