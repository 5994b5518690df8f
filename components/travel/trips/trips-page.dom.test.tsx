import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ams, aua, makeFlight, makeLeg, viaNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import type { SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render as renderInEnglish } from '../../../scripts/testing/english-texts.tsx'
import { VisitProvider } from '../results/visit-provider.tsx'
import { TripsPage } from './trips-page.tsx'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000

function trip(id: string, fields: Partial<Extract<TripView, { kind: 'flights' }>> = {}): TripView {
  const price = { amount: 847, currency: 'EUR' }
  const saved = { ...price, seenAtMs: nowMs - 2 * day }
  const flight = makeFlight(id, { legs: [viaNewark], price })
  const facts = { skill: 'flight-search', search: 'origin=AMS&destination=AUA', data: 'sample', isPast: false } as const
  return { id, kind: 'flights', ...facts, saved, latest: saved, flight, ...fields }
}
const refresh = vi.fn()
const ignore = () => {}
const router = { push: ignore, replace: ignore, back: ignore, forward: ignore, prefetch: ignore, bfcacheId: '' }
const InRouter = ({ children }: { children: ReactNode }) => (
  <AppRouterContext value={{ ...router, refresh }}>
    <VisitProvider>{children}</VisitProvider>
  </AppRouterContext>
)
function render(page: ReactNode) {
  const { rerender, ...rest } = renderInEnglish(<InRouter>{page}</InRouter>)
  return { ...rest, rerender: (next: ReactNode) => rerender(<InRouter>{next}</InRouter>) }
}
const show = (trips: readonly TripView[], isGuest = false) =>
  render(<TripsPage trips={trips} names={{}} nowMs={nowMs} isGuest={isGuest} />)

afterEach(() => {
  vi.unstubAllGlobals()
  refresh.mockClear()
})

test('without trips, says how to save one', () => {
  show([], true)
  expect(screen.getByRole('heading', { name: 'Nothing saved yet' })).toBeDefined()
  expect(
    screen.getByText('Open a flight or a hotel in your results and press Save. It appears here with its price.'),
  ).toBeDefined()
  expect(screen.queryByText(/^Only this browser can open these trips/)).toBeNull()
})

test('labels sample data and says how old the price is', () => {
  show([trip('a')])
  expect(screen.getByText('Sample data')).toBeDefined()
  expect(screen.queryByText(/from Amadeus/)).toBeNull()
  expect(screen.getByText('total, seen 2 days ago')).toBeDefined()
  expect(screen.getByText('not seen again since you saved it')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull()
})

test('says how many travelers a total is for if there is more than one', () => {
  show([trip('a', { search: 'adults=2&children=1' }), trip('b')])
  expect(screen.getByText('total for 3 travelers, seen 2 days ago')).toBeDefined()
  expect(screen.getByText('total, seen 2 days ago')).toBeDefined()
})

test('shows the latest price beside the saved one, and which is lower', () => {
  show([trip('a', { latest: { amount: 800, currency: 'EUR', seenAtMs: nowMs - 60_000 } })])
  expect(screen.getByText('€800')).toBeDefined()
  expect(screen.getByText('€47.00 less than 2 days ago, when it was €847.00')).toBeDefined()
})

test('a stay shows its guests, and one total of the booking and the charges at the hotel', async () => {
  const rates = { date: '2026-11-20', base: 'EUR', rates: { AWG: 2 }, data: 'sample' }
  vi.stubGlobal('fetch', async () => Response.json({ rates }))
  const price = { amount: 1138, currency: 'EUR' }
  const levy = {
    kind: 'fee',
    included: false,
    text: 'Environmental levy',
    price: { amount: 43.2, currency: 'AWG' },
  } as const
  const guests = { adults: 2, child_ages: [7] }
  const hotel = makeHotel({ price, guests, unpriced_charges: [levy] })
  const { id, skill, search, data, isPast } = trip('a')
  const seen = { ...price, seenAtMs: nowMs }
  show([{ id, skill, search, data, isPast, kind: 'hotels', saved: seen, latest: seen, hotel, today: '2026-11-20' }])
  expect(screen.getByText('€1,138 + AWG 43.20')).toBeDefined()
  const total = await screen.findByText('about €1,160')
  const parts = [...(total.parentElement?.querySelectorAll('.trip-beside') ?? [])].map(({ textContent }) => textContent)
  expect(parts).toEqual([
    '€1,138 for the booking',
    expect.stringMatching(/^\+ AWG\s43.20 environmental levy at the hotel$/),
  ])
  expect(screen.getByText(/3 nights, 3 guests, 1 room/)).toBeDefined()
})

test('a past trip offers no search and no link to a seller', () => {
  show([trip('a', { isPast: true, data: 'live' })])
  expect(screen.getByRole('heading', { name: 'Past' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Search again' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
})

test('a name from a provider is never rendered as markup', () => {
  const name = '<img src=x onerror=alert(1)>'
  const { container } = show([trip('a', { flight: makeFlight('a', { legs: [viaNewark], airline: name }) })])
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toContain('onerror=alert(1)')
})

test('compares up to three trips, says what to do about a fourth, and marks the lowest price, but not across currencies', async () => {
  const user = userEvent.setup()
  const cheap = { amount: 500, currency: 'EUR', seenAtMs: nowMs }
  show([
    trip('a'),
    trip('b', { latest: cheap }),
    trip('c', { latest: { ...cheap, amount: 400, currency: 'USD' } }),
    ...['d', 'e'].map((id) => trip(id)),
  ])
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  for (const box of boxes.slice(0, 2)) await user.click(box)
  const table = screen.getByRole('table')
  expect(within(table).getAllByText('lowest')).toHaveLength(1)
  await user.click(boxes[2] ?? document.body)
  expect(within(table).queryByText('lowest')).toBeNull()
  const advice = () => screen.getAllByText(/^At most 3 options stand side by side\. Take one out/).length
  // Above the options of the trip, which has more than three.
  expect(advice()).toBe(1)
  await user.click(boxes[3] ?? document.body)
  expect(advice()).toBe(2)
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3)
  await user.click(boxes[0] ?? document.body)
  expect(advice()).toBe(1)
  await user.click(boxes[3] ?? document.body)
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3)
})

test('a stay within the days of flights to its place is a part of their trip', () => {
  const facts = {
    skill: 'hotel-search',
    search: 'place=AUA',
    data: 'sample',
    isPast: false,
    today: '2026-11-20',
  } as const
  const stay = (id: string, check_in: string): TripView => {
    const hotel = makeHotel({ id, check_in, check_out: addDays(check_in, 3) })
    const price = { ...hotel.price, seenAtMs: nowMs }
    return { id, kind: 'hotels', ...facts, saved: price, latest: price, hotel }
  }
  const back = makeLeg('2027-02-21', [aua, ams], [[600, 1200]])
  const flight = makeFlight('a', { legs: [viaNewark, back] })
  show([trip('a', { flight }), stay('b', '2027-02-15'), stay('c', '2027-02-20')])
  expect(screen.getByRole('region', { name: 'Deciding 2' })).toBeDefined()
  expect(screen.getByText('1 flight and 1 stay for one trip')).toBeDefined()
})

test('removing a column moves the focus to the heading of the comparison', async () => {
  const user = userEvent.setup()
  show([trip('a'), trip('b'), trip('c')])
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getAllByRole('button', { name: /out of the comparison$/ })[0] ?? document.body)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Compared' }))
  expect(screen.getAllByRole('button', { name: /out of the comparison$/ })).toHaveLength(2)
})

test('columns of the same route are named after their airlines, and their buttons also state the total', async () => {
  const user = userEvent.setup()
  show([trip('a'), trip('b', { latest: { amount: 500, currency: 'EUR', seenAtMs: nowMs } })])
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  const columns = screen.getAllByRole('columnheader')
  expect(columns.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Option AUnited', 'Option BUnited'])
  const buttons = screen.getAllByRole('button', { name: /out of the comparison$/ })
  expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(2)
})

test('trips of one route have distinct accessible names: by date, else by airline, provider or total', () => {
  const later = [makeLeg('2027-03-13', [ams, aua], [[600, 1200]])]
  const offer = (id: string, fields: object) => trip(id, { flight: makeFlight(id, { legs: [viaNewark], ...fields }) })
  show([
    offer('a', { legs: later }),
    offer('b', { airline: 'KLM' }),
    offer('c', { airline: 'United' }),
    offer('d', { airline: 'Delta', provider: 'Amadeus' }),
    offer('e', { airline: 'Delta', provider: 'Duffel' }),
    trip('f', {
      flight: makeFlight('f', { legs: [viaNewark], airline: 'United' }),
      latest: { amount: 500, currency: 'EUR', seenAtMs: nowMs },
    }),
  ])
  for (const role of ['button', 'checkbox'] as const) {
    const names = screen
      .getAllByRole(role, { name: /^(Remove|Compare) AMS to/ })
      .map((one) => one.getAttribute('aria-label') ?? one.closest('label')?.textContent)
    expect(new Set(names).size, names.join('; ')).toBe(6)
  }
})

test('draws compared flights to one scale', async () => {
  const user = userEvent.setup()
  // 600 and 2400 minutes: drawn alone, the longer flight would have a longer time axis.
  const lasting = (minutes: number) =>
    makeFlight('a', { legs: [makeLeg('2027-02-13', [ams, aua], [[600, 600 + minutes]])] })
  show([trip('a', { flight: lasting(600) }), trip('b', { flight: lasting(2400) })])
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  const [short = 0, long] = [...screen.getByRole('table').querySelectorAll<HTMLElement>('.track .bar')].map(
    ({ style }) => Number.parseFloat(style.width),
  )
  expect(long).toBeCloseTo(short * 4, 1)
})

test('says on which later day a compared flight arrives', async () => {
  const user = userEvent.setup()
  const overnight = { legs: [makeLeg('2027-02-13', [ams, aua], [[1200, 1200 + 2880]])] }
  show([trip('a', { flight: makeFlight('a', overnight) }), trip('b')])
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  const [, overnights, sameDay] = screen.getByRole('row', { name: /^Flight 1/ }).children
  expect(overnights?.textContent).toMatch(/\+\d arrives .*later/)
  expect(sameDay?.textContent).not.toMatch(/arrives/)
})

test('a comparison links to the sellers of live offers, and says that sample offers cannot be booked', async () => {
  const user = userEvent.setup()
  show([trip('a', { data: 'live' }), trip('b')])
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  const [, live, sample] = screen.getByRole('row', { name: /^Book/ }).children
  expect(live?.querySelector('button')?.textContent).toBe('Open united.com')
  expect(sample?.querySelector('button')).toBeNull()
  expect(sample?.textContent).toMatch(/[Ss]ample/)
})

test('the calendar file states how many travelers the total is for, even if the offer does not', async () => {
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => `blob:${files.push(file)}`
      static override revokeObjectURL = () => {}
    },
  )
  show([trip('a', { search: 'origin=AMS&destination=AUA&date=2027-02-13&adults=2&children=1', booking: {} })])
  await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }))
  await screen.findAllByText('Calendar file saved')
  expect((await files[0]?.text())?.replaceAll(/\r?\n /g, '')).toContain('for 3 travelers')
})

test('marks the main action of the next booked trip only', () => {
  show([trip('a', { booking: {} }), trip('b', { booking: {} }), trip('c')])
  const buttons = screen.getAllByRole('button', { name: 'Add to calendar' })
  expect(buttons.map((button) => button.classList.contains('btn-accent'))).toEqual([true, false])
})

test('offers for the same days are options of one trip, with letters, and are compared with one press', async () => {
  const dearer = { amount: 900, currency: 'EUR', seenAtMs: nowMs }
  const other = makeFlight('c', { legs: [makeLeg('2027-03-13', [ams, aua], [[600, 1200]])] })
  show([trip('a', { data: 'live' }), trip('b', { data: 'live', latest: dearer }), trip('c', { flight: other })])
  const deciding = within(screen.getByRole('region', { name: 'Deciding 2' }))
  expect(deciding.getAllByText('Nothing booked')).toHaveLength(3)
  expect(deciding.getAllByText(/^Option/).map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Option A',
    'Option B',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Compare A and B' }))
  const rows = within(screen.getByRole('table')).getAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Total', 'Since you saved it', 'Flight 1', 'Book'])
  expect(screen.getByText(/^Same in both: Dates: .*, Stops: 1 stop/)).toBeDefined()
})

test('a list at the side leads to each of several trips, with its days and its lowest price', () => {
  const dearer = { amount: 900, currency: 'EUR', seenAtMs: nowMs }
  const other = makeFlight('c', { legs: [makeLeg('2027-03-13', [ams, aua], [[600, 1200]])] })
  const options = [trip('a'), trip('b', { latest: dearer })]
  const { rerender } = show([...options, trip('c', { flight: other, booking: {} })])
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['#deciding', 'Deciding 1'],
    ['#trip-a', 'AMS to AUA from €847 Sat 13 Feb 2027 2 saved'],
    ['#booked', 'Booked 1'],
    ['#trip-c', 'AMS to AUA In 113 days Sat 13 Mar 2027 '],
  ])
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
  rerender(<TripsPage trips={options} names={{}} nowMs={nowMs} isGuest={false} />)
  expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull()
})

test('a price that is over a day old is marked until the offer is booked', () => {
  show([trip('a'), trip('b', { latest: { amount: 500, currency: 'EUR', seenAtMs: nowMs } })])
  expect(screen.getByText('total, seen 2 days ago').className).toBe('is-more')
  expect(screen.getByText('total, seen just now').className).toBe('')
})

test('the person marks a trip as booked with its code, which is checked and shown masked; the calendar is offered then', async () => {
  const user = userEvent.setup()
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    sent.push([address, JSON.parse(String(body))])
    return Response.json({ id: 'a' })
  })
  const { rerender } = show([trip('a')])
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I booked this: AMS to AUA' }))
  await user.keyboard('X4 QZ')
  await user.click(screen.getByRole('button', { name: 'Save as booked' }))
  expect(screen.getByText('It must be 2 to 20 letters and digits, without spaces.')).toBeDefined()
  expect(sent).toEqual([])
  await user.clear(screen.getByRole('textbox'))
  await user.keyboard('x4qz9a')
  await user.click(screen.getByRole('button', { name: 'Save as booked' }))
  expect(sent).toEqual([['/api/trips/a', { booked: true, code: 'X4QZ9A' }]])
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce())

  rerender(<TripsPage trips={[trip('a', { booking: { code: 'X4QZ9A' } })]} names={{}} nowMs={nowMs} isGuest={false} />)
  const booked = within(screen.getByRole('region', { name: 'Booked 1' }))
  expect(booked.getByText('•••Z9A')).toBeDefined()
  expect(booked.queryByText('X4QZ9A')).toBeNull()
  await user.click(booked.getByRole('button', { name: 'Show' }))
  expect(booked.getByText('X4QZ9A')).toBeDefined()
  expect(booked.getByRole('button', { name: 'Add to calendar' })).toBeDefined()
  await user.click(booked.getByRole('button', { name: 'Not booked after all: AMS to AUA' }))
  expect(sent.at(-1)).toEqual(['/api/trips/a', { booked: false }])
})

test('removing a trip moves the focus to Undo; a removal that fails keeps the trip and shows an error', async () => {
  const user = userEvent.setup()
  const fetch = vi.fn(async () => new Response('{}', { status: 200 }))
  vi.stubGlobal('fetch', fetch)
  show([trip('a'), trip('b')])
  await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] ?? document.body)
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  expect(fetch).toHaveBeenCalledWith('/api/trips/a', { method: 'DELETE' })
  await user.click(undo)
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2)
  expect(fetch).toHaveBeenLastCalledWith('/api/trips/a/restore', { method: 'POST' })

  fetch.mockResolvedValueOnce(new Response('{}', { status: 500 }))
  await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] ?? document.body)
  expect((await screen.findByRole('alert')).textContent).toContain('not removed')
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2)
})

test('after the session has ended, a removal asks the person to sign in instead of blaming the connection', async () => {
  const error = { code: 'UNAUTHENTICATED', message: 'For programs.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 401 }))
  show([trip('a')])
  await userEvent.click(screen.getByRole('button', { name: /^Remove/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your session has ended. Sign in, or search again to go on as a guest.',
  )
  expect(screen.getByRole('button', { name: /^Remove/ })).toBeDefined()
})

test.each(['trip', 'search'])(
  'a %s that is restored after the page was refreshed without it is asked for again',
  async (kind) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
    const page = (trips: readonly TripView[], searches: readonly SavedSearchView[]) => (
      <TripsPage {...{ trips, searches, nowMs }} names={{}} isGuest={false} />
    )
    const [trips, searches] = [
      [trip('a'), trip('b')],
      [savedSearch('c'), savedSearch('d')],
    ]
    const { rerender } = render(page(trips, searches))
    const remove = () =>
      screen.getAllByRole('button', { name: kind === 'trip' ? /^Remove (?!the search)/ : /^Remove the search/ })[0] ??
      document.body
    const undo = () => screen.findByRole('button', { name: 'Undo' })
    await userEvent.click(remove())
    await userEvent.click(await undo())
    expect(refresh).not.toHaveBeenCalled()
    await userEvent.click(remove())
    await undo()
    rerender(kind === 'trip' ? page(trips.slice(1), searches) : page(trips, searches.slice(1)))
    await userEvent.click(await undo())
    await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce(), { timeout: 30_000 })
  },
)

function savedSearch(id: string, fields: Partial<Extract<SavedSearchView, { kind: 'flights' }>> = {}): SavedSearchView {
  const search = FlightSearch.parse({
    origin: 'AMS',
    destination: 'AUA',
    date: '2027-02-13',
    return_date: '2027-02-21',
  })
  return {
    id,
    kind: 'flights',
    search,
    query: 'origin=AMS&destination=AUA&date=2027-02-13',
    savedAtMs: nowMs - 40 * day,
    currency: 'EUR',
    rule: { type: 'below', amount: 400 },
    data: 'live',
    saved: 450,
    latest: { amount: 412, currency: 'EUR', seenAtMs: nowMs - 60_000 },
    days: [
      { day: '2026-11-18', amount: 450 },
      { day: '2026-11-20', amount: 412 },
    ],
    state: { kind: 'working', nextRunAtMs: nowMs + 5 * 3_600_000 },
    lastRunAtMs: nowMs - 60_000,
    alerts: [],
    ...fields,
  }
}
const showSearches = (...searches: SavedSearchView[]) =>
  render(
    <TripsPage
      trips={[]}
      searches={searches}
      names={{ AMS: 'Amsterdam', AUA: 'Aruba' }}
      nowMs={nowMs}
      isGuest={false}
    />,
  )

test('a saved search shows its price, its history as chart and table, its rule and its next check', async () => {
  showSearches(savedSearch('a'))
  expect(screen.getByRole('link', { name: 'Amsterdam to Aruba' }).getAttribute('href')).toMatch(/^\/search\/flights\?/)
  expect(screen.getByText('13–21 Feb 2027, return')).toBeDefined()
  expect(screen.getByText('€38.00 less than at first')).toBeDefined()
  const picture = screen.getByRole('img', { name: /Lowest €412 on .*highest €450 on .*28 days without a price/ })
  expect(picture.querySelectorAll('.price-line')).toHaveLength(2)
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(3)
  expect(screen.getByText('Falls below €400')).toBeDefined()
  expect(screen.getByText(/Next check in about 5 hours/)).toBeDefined()
})

test('shows a different message for each state: failing, no offers, paused, past, never checked, without children', () => {
  showSearches(
    savedSearch('a', {
      state: { kind: 'failing', sinceMs: nowMs - day, failures: 6, errorCode: 'API_TIMEOUT', nextRunAtMs: nowMs },
    }),
    savedSearch('c', { state: { kind: 'no_offers', nextRunAtMs: nowMs } }),
    savedSearch('d', {
      state: { kind: 'paused', sinceMs: nowMs - day, resumed: { kind: 'working', nextRunAtMs: nowMs } },
    }),
    savedSearch('e', { state: { kind: 'past' } }),
    savedSearch('f', { state: { kind: 'waiting', nextRunAtMs: nowMs }, days: [] }),
    savedSearch('g', { state: { kind: 'without_children', nextRunAtMs: nowMs } }),
  )
  for (const text of [
    'At the last check, every price left out the children.',
    'Not working; first failed 1 day ago.',
    'No offers at the last check.',
    'Paused by you 1 day ago.',
    'The days are past.',
    'No price yet.',
  ])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual([
    'true',
    'true',
    'false',
    'true',
    'true',
  ])
})

test.each([
  ['refused', /^No alerts\. The providers allow only searches that a person makes/],
  ['no_sources', /^No alerts\. No provider that can answer this search is switched on/],
] as const)('a search that the app cannot repeat (%s) offers no alert and promises no check', (kind, reason) => {
  const { container } = showSearches(savedSearch('a', { state: { kind } }))
  expect(container.querySelector('.saved-state')?.textContent).toMatch(reason)
  expect(screen.getByText('€38.00 less than at first')).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Change the alert/ })).toBeNull()
  expect(screen.queryByText(/^Falls below|[Nn]ext check|[Ff]irst check|In the app/)).toBeNull()
  expect(container.querySelector('.price-limit')).toBeNull()
})

test('names the providers without a price in a saved search', () => {
  showSearches(savedSearch('a', { leftOut: ['Duffel', 'Kiwi'] }), savedSearch('b'))
  expect(screen.getByText('Without prices from Duffel and Kiwi: only a person may search there.')).toBeDefined()
  expect(screen.getAllByText(/^Without prices from/)).toHaveLength(1)
})

test.each([
  [false, 'In the app Change'],
  [true, 'In the app and by email Change'],
])('states how an alert is sent (by email: %s)', (isMailed, text) => {
  const searches = [savedSearch('a')]
  render(<TripsPage trips={[]} names={{}} nowMs={nowMs} isGuest={false} {...{ searches, isMailed }} />)
  expect(screen.getByRole('button', { name: /^Change the alert/ }).parentElement?.textContent).toBe(text)
})

test('marks a new alert, and reports to the server that this alert was shown, and no later one', () => {
  const fetch = vi.fn(async () => new Response('{}', { status: 200 }))
  vi.stubGlobal('fetch', fetch)
  const alert = { id: 'alrt_1', amount: 394, currency: 'EUR', seenAtMs: nowMs - day, isUnread: true }
  showSearches(savedSearch('a', { alerts: [alert] }))
  expect(screen.getByText('Fell to €394')).toBeDefined()
  expect(screen.getByText('New')).toBeDefined()
  const until = '2026-11-19T12%3A00%3A00.000Z'
  expect(fetch).toHaveBeenCalledExactlyOnceWith(`/api/saved-searches/seen?until=${until}`, { method: 'POST' })
})

test('an alert about a small fall shows a price below its limit', () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
  const alert = { id: 'alrt_1', amount: 399.6, currency: 'EUR', seenAtMs: nowMs - day, isUnread: false }
  showSearches(savedSearch('a', { alerts: [alert] }))
  expect(screen.getByText('Falls below €400')).toBeDefined()
  expect(screen.getByText('Fell to €399.60')).toBeDefined()
})

test('a search that is paused and resumed shows the state that it had before', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
  showSearches(
    savedSearch('a', {
      state: {
        kind: 'failing',
        sinceMs: nowMs - 7_200_000,
        failures: 3,
        errorCode: 'API_TIMEOUT',
        nextRunAtMs: nowMs + 4 * 3_600_000,
      },
    }),
  )
  const shown = screen.getByText(/^Not working; first failed/)
  const before = shown.parentElement?.textContent
  await user.click(screen.getByRole('switch', { name: 'Alert for Amsterdam to Aruba' }))
  await screen.findByText(/^Paused by you/)
  await user.click(screen.getByRole('switch', { name: 'Alert for Amsterdam to Aruba' }))
  expect((await screen.findByText(/^Not working; first failed/)).parentElement?.textContent).toBe(before)
})

test('a search that was paused before the page loaded shows the server’s state for it once it is resumed', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
  const resumed = { kind: 'working', nextRunAtMs: nowMs + 5 * 3_600_000 } as const
  const failing = { kind: 'failing', sinceMs: nowMs - day, failures: 3, errorCode: 'API_TIMEOUT' } as const
  showSearches(
    savedSearch('a', { state: { kind: 'paused', sinceMs: nowMs - day, resumed } }),
    savedSearch('b', { state: { kind: 'paused', sinceMs: nowMs - day, resumed: { ...failing, nextRunAtMs: nowMs } } }),
  )
  for (const one of screen.getAllByRole('switch')) await user.click(one)
  expect(await screen.findByText(/Next check in about 5 hours/)).toBeDefined()
  expect(await screen.findByText('Not working; first failed 1 day ago.')).toBeDefined()
})

test('the form of an alert gets the focus when it opens, and Change gets it back when the form closes', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
  showSearches(savedSearch('a'))
  const change = () => screen.getByRole('button', { name: 'Change the alert for Amsterdam to Aruba' })
  for (const close of ['Cancel', 'Save alert']) {
    await user.click(change())
    const chosen = await screen.findByRole('radio', { name: 'Below an amount' })
    await vi.waitFor(() => expect(document.activeElement).toBe(chosen), { timeout: 30_000 })
    await user.click(screen.getByRole('button', { name: close }))
    expect(document.activeElement).toBe(change())
  }
})

test('a saved search can be paused, its alert amount changed, and its removal undone', async () => {
  const user = userEvent.setup()
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => new Response('{}', { status: 200 }))
  vi.stubGlobal('fetch', fetch)
  showSearches(savedSearch('a'))
  await user.click(screen.getByRole('switch', { name: 'Alert for Amsterdam to Aruba' }))
  expect(await screen.findByText(/^Paused by you/)).toBeDefined()
  expect(fetch.mock.lastCall?.[1].body).toBe('{"paused":true}')

  await user.click(screen.getByRole('button', { name: 'Change the alert for Amsterdam to Aruba' }))
  const amount = await screen.findByLabelText('Amount in EUR')
  await user.clear(amount)
  await user.type(amount, '-5')
  await user.click(screen.getByRole('button', { name: 'Save alert' }))
  expect(screen.getByText('It must be above 0.')).toBeDefined()
  await user.clear(amount)
  await user.type(amount, '350')
  await user.click(screen.getByRole('button', { name: 'Save alert' }))
  expect(await screen.findByText('Falls below €350')).toBeDefined()
  expect(fetch.mock.lastCall?.[1].body).toBe('{"rule":{"type":"below","amount":350}}')

  await user.click(screen.getByRole('button', { name: 'Remove the search Amsterdam to Aruba' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  await user.click(undo)
  expect(await screen.findByText('Search restored.')).toBeDefined()
  expect(fetch).toHaveBeenLastCalledWith('/api/saved-searches/a/restore', { method: 'POST' })
})
