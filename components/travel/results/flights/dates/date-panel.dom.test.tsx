import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '#lib/platform/model/languages.ts'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell, DateLine } from '#lib/travel/model/flights/date-price.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { renderIn } from '../../../../../scripts/testing/render-in.tsx'
import { ReaderProvider } from '../../reader.tsx'
import { VisitProvider } from '../../visit-provider.tsx'
import { FlightSearchContext } from '../flight-search-context.tsx'
import { DatePanel } from './date-panel.tsx'

const oneWay = { origin: 'AMS', destination: 'AUA', date: '2027-02-28' }
const round = { ...oneWay, date: '2027-02-13', return_date: '2027-02-21' }
const fetched_at = new Date().toISOString()
const price = (dates: string, amount: number): DateLine => ({
  state: 'priced',
  dates,
  price: { amount, currency: 'USD' },
  data: 'live',
  provider: 'Duffel',
  fetched_at,
})

/** The received requests. A test sends the lines of each answer with `send`. */
let requests: { url: URL; send: (...lines: DateLine[]) => void; close: () => void; signal: AbortSignal }[]

beforeEach(() => {
  // A narrow page shows one table at a time.
  window.innerWidth = 800
  requests = []
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const lines = new TransformStream<Uint8Array, Uint8Array>()
    const writer = lines.writable.getWriter()
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
    requests.push({
      url: new URL(address, 'https://travel.example'),
      signal,
      send: (...sent) => {
        for (const line of sent)
          void writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`)).catch(() => {})
      },
      close: () => void writer.close(),
    })
    return new Response(lines.readable)
  })
})

interface Shown {
  language?: Language
  currency?: string
  knownOn?: (day: GridDay) => DateCell | undefined
}

async function show(fields: object = round, { language = 'en', currency = 'USD', knownOn }: Shown = {}) {
  renderIn(
    language,
    <VisitProvider>
      <ReaderProvider travelers={1} names={{}} kind="flights">
        <FlightSearchContext value={FlightSearch.parse(fields)}>
          <SearchParamsContext value={new URLSearchParams('sort=duration&row=x')}>
            <DatePanel today="2026-11-20" currency={currency} {...(knownOn && { knownOn })} />
          </SearchParamsContext>
        </FlightSearchContext>
      </ReaderProvider>
    </VisitProvider>,
  )
  await waitFor(() => expect(requests).toHaveLength(1))
  return userEvent.setup()
}
/** A cell by its days: looking up the names of all cells is slow. */
function cell(date: string, back?: string): HTMLElement {
  const days = back === undefined ? date : `${date}_${back}`
  const found = document.querySelector<HTMLElement>(`button[data-days="${days}"]`)
  if (!found) throw new Error(`no cell of ${days}`)
  return found
}
const askForAll = 'ask for all'
const textOf = (...days: [string, string?]) => cell(...days).textContent?.replaceAll('\u00a0', ' ')
const request = (at: number) => {
  const found = requests[at]
  if (!found) throw new Error(`there is no request ${at}`)
  return found
}

test('opens with known prices only, names their sources once, and leads to the flights of the chosen days', async () => {
  const user = await show()
  expect(request(0).url.searchParams.get('look')).toBeNull()
  request(0).send(price('2027-02-12_2027-02-20', 940), price('2027-02-13_2027-02-21', 1200))
  await screen.findByText('$940')
  expect(textOf('2027-02-12', '2027-02-20')).toBe('Fri 12 Feb to Sat 20 Feb, $940, lowest')
  expect(textOf('2027-02-13', '2027-02-21')).toBe('Sat 13 Feb to Sun 21 Feb, $1,200, yours')
  expect(cell('2027-02-13', '2027-02-21').getAttribute('aria-current')).toBe('date')
  expect(cell('2027-02-13', '2027-02-22').textContent).toContain('Ask')
  expect(screen.getAllByText(/Duffel/).map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringMatching(/^Duffel, newest \d+.s ago, oldest \d+.s ago$/),
  ])
  const better = screen.getByText(/on Fri 12 Feb to Sat 20 Feb, 8 nights/)
  expect(better.textContent).toContain('$260 less')

  await user.click(screen.getByText('Take these'))
  expect(cell('2027-02-12', '2027-02-20').getAttribute('aria-current')).toBe('date')
  const href = screen.getByText('See flights').getAttribute('href')
  expect(href).toContain('date=2027-02-12&return_date=2027-02-20')
  expect(href).toContain('sort=duration')
  expect(href).not.toContain('row=')
  expect(requests).toHaveLength(1)
})

test('the searched day has the price of the list at once, with its age', async () => {
  const old = new Date(Date.now() - 26 * 3_600_000).toISOString()
  await show(round, {
    knownOn: ({ isSelected, key }) =>
      isSelected
        ? {
            state: 'priced',
            dates: key,
            price: { amount: 412, currency: 'USD' },
            data: 'live',
            provider: '',
            fetched_at: old,
          }
        : undefined,
  })
  expect(textOf('2027-02-13', '2027-02-21')).toMatch(
    /^Sat 13 Feb to Sun 21 Feb, \$412, yours, over a day old, \D*\d+\D*$/,
  )
  expect(screen.getByText('1 of 49')).toBeDefined()
})

test('a press on an unknown day asks for that day only, and chooses it', async () => {
  const user = await show()
  await user.click(cell('2027-02-14', '2027-02-22'))
  expect(request(1).url.searchParams.get('dates')).toBe('2027-02-14_2027-02-22')
  expect(request(1).url.searchParams.get('look')).toBe('pressed')
  request(1).send(price('2027-02-14_2027-02-22', 700))
  request(1).close()
  await screen.findByText('$700', { selector: '.date-foot-price' })
  await user.click(cell('2027-02-14', '2027-02-22'))
  expect(requests).toHaveLength(2)
})

test('new prices fill their own cells; the lowest is marked anew when all are known', async () => {
  const user = await show()
  request(0).send(price('2027-02-12_2027-02-20', 940), price('2027-02-13_2027-02-21', 1200))
  await screen.findByText('$940')
  await user.click(screen.getByText(askForAll))
  request(1).send(price('2027-02-14_2027-02-21', 800))
  await screen.findByText('$800')
  expect(textOf('2027-02-12', '2027-02-20')).toContain('lowest')
  expect(textOf('2027-02-14', '2027-02-21')).not.toContain('lowest')
  await user.click(screen.getByText('stop here'))
  expect(textOf('2027-02-14', '2027-02-21')).toContain('lowest')
  expect(textOf('2027-02-12', '2027-02-20')).not.toContain('lowest')
})

test('one press asks for all unknown days, nearest first, in requests of 24, and each cell shows its state', async () => {
  const user = await show()
  request(0).send(price('2027-02-13_2027-02-21', 1200))
  await screen.findByText('1 of 49')
  expect(screen.getByText(/48 more searches/)).toBeDefined()
  await user.click(screen.getByText(askForAll))
  expect(request(1).url.searchParams.get('dates')?.split(',')).toHaveLength(24)
  request(1).close()
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(request(2).url.searchParams.get('dates')?.split(',')).toHaveLength(24)
  request(2).close()
  await user.click(await screen.findByText(askForAll))
  const { url, send, close } = request(3)
  expect(url.searchParams.get('look')).toBe('pressed')
  expect(url.searchParams.get('dates')?.split(',').slice(0, 2)).toEqual([
    '2027-02-12_2027-02-21',
    '2027-02-13_2027-02-20',
  ])
  send(
    { state: 'asking', dates: '2027-02-12_2027-02-21' },
    { state: 'none', dates: '2027-02-13_2027-02-20' },
    { state: 'failed', reason: 'no_answer', dates: '2027-02-13_2027-02-22' },
  )
  expect(await screen.findByText(/asking 1, 46 to go/)).toBeDefined()
  expect(cell('2027-02-12', '2027-02-21').textContent).toContain('Asking')
  expect(cell('2027-02-13', '2027-02-20').textContent).toContain('None')
  expect(cell('2027-02-13', '2027-02-22').textContent).toContain('No answer')
  send({ state: 'stopped', reason: 'limit', retry_after_s: 1500 })
  close()
  expect(await screen.findByText(/Look again in 25 min/)).toBeDefined()
  // A cell whose search has not ended becomes unknown again.
  expect(cell('2027-02-12', '2027-02-21').textContent).toMatch(/Ask$/)
  expect(requests).toHaveLength(4)
})

test('"stop here" ends the request and keeps the prices found so far', async () => {
  const user = await show()
  await user.click(screen.getByText(askForAll))
  request(1).send(price('2027-02-14_2027-02-21', 800), { state: 'asking', dates: '2027-02-12_2027-02-21' })
  await screen.findByText(/asking 1/)
  await user.click(screen.getByText('stop here'))
  expect(request(1).signal.aborted).toBe(true)
  expect(textOf('2027-02-14', '2027-02-21')).toContain('$800')
  expect(cell('2027-02-12', '2027-02-21').textContent).toMatch(/Ask$/)
  expect(screen.getByText(askForAll)).toBeDefined()
  expect(requests).toHaveLength(2)
})

test('the grid is a single Tab stop, and arrow keys move between its cells', async () => {
  const user = await show()
  const grid = screen.getByRole('grid', { name: 'Prices by departure and return' })
  expect(
    within(grid)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([cell('2027-02-13', '2027-02-21')])
  act(() => cell('2027-02-13', '2027-02-21').focus())
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement).toBe(cell('2027-02-12', '2027-02-22'))
  expect(cell('2027-02-12', '2027-02-22').tabIndex).toBe(0)
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(cell('2027-02-12', '2027-02-18'))
})

test('Page Down shows the next month, keeps the focus in the grid and reads its cached prices', async () => {
  const user = await show(oneWay)
  await user.click(screen.getByText('Month'))
  screen.getByRole('grid', { name: 'Prices in February 2027' })
  act(() => cell('2027-02-28').focus())
  await user.keyboard('{PageDown}')
  const grid = screen.getByRole('grid', { name: 'Prices in March 2027' })
  expect(grid.querySelectorAll('button')).toHaveLength(31)
  expect(grid.contains(document.activeElement)).toBe(true)
  expect(request(2).url.searchParams.get('dates')?.split(',')).toHaveLength(31)
})

test('a one-way search has one row, and past days have no buttons', async () => {
  await show({ ...oneWay, date: '2026-11-21' })
  const grid = screen.getByRole('grid')
  expect(within(grid).getAllByRole('row')).toHaveLength(2)
  expect(grid.querySelectorAll('button')).toHaveLength(5)
  expect(grid.textContent).toContain('Wed 18 Nov, –cannot be searched')
})

test('a price over a day old says its age, is never the lowest, and sample prices credit nobody', async () => {
  await show()
  const old = {
    ...price('2027-02-12_2027-02-20', 500),
    fetched_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  }
  const sample = { data: 'sample', provider: 'Amadeus' } as const
  request(0).send(
    old,
    { ...price('2027-02-13_2027-02-20', 700), ...sample },
    { ...price('2027-02-13_2027-02-21', 900), ...sample },
  )
  await screen.findByText('$700')
  expect(textOf('2027-02-12', '2027-02-20')).toMatch(/\$500, over a day old, \D*\d+\D*$/)
  expect(textOf('2027-02-13', '2027-02-20')).toMatch(/\$700, lowest$/)
  expect(screen.getByText('$200 less').parentElement?.textContent).toMatch(/on Sat 13 Feb to Sat 20 Feb, 7 nights/)
  expect(screen.queryByText(/Amadeus/)).toBeNull()
})

test('a length of stay leaves only its cells, in the days around and in the month', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: '7 nights' }))
  expect(screen.getByText('0 of 6')).toBeDefined()
  expect(() => cell('2027-02-13', '2027-02-21')).toThrow()
  await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('dates')).toContain('2027-02-13_2027-02-20'))
  await user.click(screen.getByRole('button', { name: 'Any' }))
  expect(screen.getByText('0 of 49')).toBeDefined()
})

test.each<[Language, string, object, string | RegExp]>([
  ['en', 'ask for all', { code: 'RATE_LIMITED', retry_after_ms: 8_600 }, 'Too many requests. Try again in 9 s.'],
  ['de', 'alle fragen', { code: 'STORAGE_FULL' }, /^Der Speicherplatz dieser App ist voll/],
  [
    'de',
    'alle fragen',
    {
      code: 'INVALID_INPUT',
      details: { date: 'A phrase.' },
      facts: { fields: { date: { code: 'past', date: '2027-02-14' } } },
    },
    /^Das Abflugdatum liegt in der Vergangenheit/,
  ],
])(
  'the reason of a refusal is in the language of the reader (%s), and the button "%s" stays',
  async (language, all, error, reason) => {
    const user = await show(round, { language })
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { message: 'For programs.', ...error } }, { status: 'details' in error ? 400 : 503 }),
    )
    await user.click(screen.getByText(all))
    expect(await screen.findByText(reason)).toBeDefined()
    expect(screen.getByText(all)).toBeDefined()
  },
)

test('prices are requested and written in the currency of the list', async () => {
  const user = await show(round, { currency: 'EUR' })
  await user.click(screen.getByText(askForAll))
  expect(requests.map(({ url }) => url.searchParams.get('prices_in'))).toEqual(['EUR', 'EUR'])
  const found = { amount: 940, currency: 'EUR' }
  const dates = '2027-02-12_2027-02-20'
  request(1).send({ state: 'priced', dates, price: found, data: 'live', provider: 'Duffel', fetched_at })
  expect(await screen.findByText('€940')).toBeDefined()
  request(1).send({ state: 'stopped', reason: 'currency' })
  request(1).close()
  expect(await screen.findByText(/^The sources answer in other currencies than EUR/)).toBeDefined()
})
