import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { TripView } from '#lib/shared/trip-view.ts'
import { makeFlight, viaNewark } from '#lib/travel/flights/testing-flights.ts'
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
const show = (trips: readonly TripView[], isGuest = false) =>
  render(<TripsPage trips={trips} names={{}} locale="en-GB" nowMs={nowMs} isGuest={isGuest} />)

afterEach(() => vi.unstubAllGlobals())

test('without trips, says how to save one', () => {
  show([], true)
  expect(screen.getByRole('heading', { name: 'Nothing saved yet' })).toBeDefined()
  expect(screen.queryByText(/live in this browser/)).toBeNull()
})

test('labels sample data and says how old the price is', () => {
  show([trip('a')])
  expect(screen.getByText('Sample data')).toBeDefined()
  expect(screen.getByText('total, seen 2 days ago')).toBeDefined()
  expect(screen.getByText('not seen again since you saved it')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull()
})

test('shows the latest price beside the saved one, and which is lower', () => {
  show([trip('a', { latest: { amount: 800, currency: 'EUR', seenAtMs: nowMs - 60_000 } })])
  expect(screen.getByText('€800')).toBeDefined()
  expect(screen.getByText('€47.00 less than 2 days ago, when it was €847.00')).toBeDefined()
})

test('a past trip offers no search and no way to a seller', () => {
  show([trip('a', { isPast: true, data: 'live' })])
  expect(screen.getByRole('heading', { name: 'Past' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Search again' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
})

test('a name from a provider stays text', () => {
  const name = '<img src=x onerror=alert(1)>'
  const { container } = show([trip('a', { flight: makeFlight('a', { legs: [viaNewark], airline: name }) })])
  expect(container.querySelector('img')).toBeNull()
})

test('compares up to four, marks the lowest price, and no lowest among several currencies', async () => {
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
  await user.click(boxes[3] ?? document.body)
  expect(boxes[4]?.disabled).toBe(true)
})

test('a removal moves the focus to Undo, and a failed one keeps the trip and says so', async () => {
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
