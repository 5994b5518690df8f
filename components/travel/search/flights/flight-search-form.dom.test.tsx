import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { searchKey } from '#lib/travel/client/search-query.ts'
import { emptyForm, type FlightFormValues } from '#lib/travel/model/flights/flight-form.ts'
import { makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import { initialSearch } from '#lib/travel/model/results/search-stream.ts'
import { usualProfile } from '#lib/travel/model/usual-profile.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { TravelerPage } from '../../../../scripts/testing/traveler-page.tsx'
import { ProfileProvider } from '../../profile/profile-provider.tsx'
import { FlightSearchForm, SliceRows } from './flight-search-form.tsx'

const names = { SEA: 'Seattle', NRT: 'Tokyo' }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

afterEach(() => {
  delete window.startSearch
})

function renderForm(values: Partial<FlightFormValues>, shape: 'strip' | 'bar' = 'strip', known?: string) {
  const push = vi.fn<AppRouterInstance['push']>()
  render(
    <TravelerPage push={push}>
      {known !== undefined && <Known query={known} />}
      <FlightSearchForm shape={shape} initial={{ ...emptyForm, ...values }} names={names} />
    </TravelerPage>,
  )
  const place = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
  return { push, user: userEvent.setup(), places: () => [place('From').value, place('To').value], place }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A page that knows the results of a search. */
function Known({ query }: { query: string }) {
  const progress = { offers: [makeOffer('1')], leftOut: 0, elapsedMs: 1, cached: false, partial: false }
  const source = { skill: 'a', provider: 'A', timeout_ms: 1, progress: { state: 'answered', ...progress } } as const
  useQueryClient().setQueryData(searchKey('flights', query), { ...initialSearch, phase: 'done', sources: [source] })
  return null
}

test('swapping the places is announced', async () => {
  const { places } = renderForm({ origin: 'SEA', destination: 'NRT' })
  await press('Swap from and to')
  expect(places()).toEqual(['Tokyo NRT', 'Seattle SEA'])
  expect(screen.getByText('From: Tokyo. To: Seattle.').getAttribute('aria-live')).toBe('polite')
})

test('swapping with an empty field announces that it has no place yet', async () => {
  const { places } = renderForm({ origin: 'SEA' })
  await press('Swap from and to')
  expect(places()).toEqual(['', 'Seattle SEA'])
  expect(screen.getByText('From: no place yet. To: Seattle.')).toBeDefined()
})

test('each of several home airports is one press away', async () => {
  const account = { ...usualProfile, home: 'SEA', other_homes: ['NRT'] }
  render(
    <TravelerPage push={vi.fn<AppRouterInstance['push']>()}>
      <ProfileProvider account={account} shown={{ currency: null, clock: null, home: 'SEA' }} usualCurrency="USD">
        <FlightSearchForm shape="strip" initial={{ ...emptyForm, origin: 'SEA' }} names={names} />
      </ProfileProvider>
    </TravelerPage>,
  )
  expect(screen.getByRole('button', { name: 'From SEA', pressed: true })).toBeDefined()
  await press('From NRT')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'From' }).value).toBe('Tokyo NRT')
})

test('a valid search is put into the URL of the results', async () => {
  const [date, return_date] = [inDays(30), inDays(37)]
  const { push } = renderForm({ origin: 'SEA', destination: 'NRT', date, return_date })
  await press('Search')
  await waitFor(() => expect(push).toHaveBeenCalledOnce())
  const url = new URL(push.mock.calls[0]?.[0] ?? '', 'http://localhost')
  expect(url.pathname).toBe('/search/flights')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ origin: 'SEA', destination: 'NRT', date, return_date })
})

test('a search begins before its results open, but not if they are known, nor from a bar without a change', async () => {
  const search = { origin: 'SEA', destination: 'NRT', date: inDays(30), trip: 'one' } as const
  const query = `origin=SEA&destination=NRT&date=${search.date}&adults=1`
  for (const [shape, known, early] of [
    ['strip', undefined, `/api/search/flights?${query}`],
    ['strip', query, undefined],
    ['bar', undefined, undefined],
  ] as const) {
    window.startSearch = vi.fn()
    const { push } = renderForm(search, shape, known)
    await press('Search')
    await waitFor(() => expect(push.mock.calls).toEqual([[`/search/flights?${query}`]]))
    expect(vi.mocked(window.startSearch).mock.calls).toEqual(early === undefined ? [] : [[early]])
    cleanup()
  }
})

test('an incomplete search is not sent; the first empty field says why and gets the focus', async () => {
  const { push, place } = renderForm({ origin: 'SEA' })
  await press('Search')
  await waitFor(() => expect(document.activeElement).toBe(place('To')))
  expect(place('To').getAttribute('aria-invalid')).toBe('true')
  expect(place('From').getAttribute('aria-invalid')).toBeNull()
  expect(push).not.toHaveBeenCalled()
})

test('an empty form is not sent: each field shows its error, and the first one gets the focus', async () => {
  const { push, place } = renderForm({})
  await press('Search')
  await waitFor(() => expect(document.activeElement).toBe(place('From')))
  for (const sentence of ['Choose where you fly from.', 'Choose where you fly to.', 'Choose a date.']) {
    expect(screen.getByText(sentence)).toBeDefined()
  }
  expect(push).not.toHaveBeenCalled()
})

test('pressing the return field of a one-way search makes it a round trip', async () => {
  renderForm({ origin: 'SEA', destination: 'NRT', date: inDays(30), trip: 'one' })
  const trip = within(screen.getByRole('group', { name: 'Trip type' }))
  expect(trip.getByRole<HTMLInputElement>('radio', { name: 'One way' }).checked).toBe(true)
  await press('Return One way')
  expect(trip.getByRole<HTMLInputElement>('radio', { name: 'Round trip' }).checked).toBe(true)
})

beforeAll(async () => void (await SliceRows.preload()))

const trip = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const shown = () => screen.getAllByRole<HTMLInputElement>('combobox', { name: /^Flight/ }).map(({ value }) => value)
const oneWay = { origin: 'SEA', destination: 'NRT', trip: 'one' } as const

test('a multi-city trip has two to six flights, and a new flight starts where the last one ends', async () => {
  renderForm(oneWay)
  await trip('Multi-city')
  expect(shown()).toEqual(['Seattle SEA', 'Tokyo NRT', 'Tokyo NRT', ''])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove flight 1' }).disabled).toBe(true)
  for (const _ of [3, 4, 5, 6]) await press('Add a flight')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a flight' }).disabled).toBe(true)
  expect(shown()).toHaveLength(12)
  await press('Remove flight 6')
  expect(screen.getByText('Flight 6 removed').getAttribute('aria-live')).toBe('polite')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Flight 5: From' })))
})

test('removing the first flight keeps the others', async () => {
  const onward = [{ origin: 'NRT', destination: 'SEA', date: inDays(40) }]
  renderForm({ ...oneWay, trip: 'multi', onward: [...onward, { origin: 'SEA', destination: 'NRT', date: '' }] })
  await press('Remove flight 1')
  expect(shown()).toEqual(['Tokyo NRT', 'Seattle SEA', 'Seattle SEA', 'Tokyo NRT'])
})

test('moving a flight moves its cities and the focus, but not the dates', async () => {
  const onward = [
    { origin: 'NRT', destination: 'SEA', date: inDays(40) },
    { origin: 'SEA', destination: 'NRT', date: inDays(50) },
  ]
  renderForm({ ...oneWay, trip: 'multi', date: inDays(30), onward })
  const dates = () => screen.getAllByRole('button', { name: /Depart/ }).map(({ textContent }) => textContent)
  const before = dates()
  await press('Move flight 3 up')
  expect(shown()).toEqual(['Seattle SEA', 'Tokyo NRT', 'Seattle SEA', 'Tokyo NRT', 'Tokyo NRT', 'Seattle SEA'])
  expect(dates()).toEqual(before)
  expect(screen.getByText('Flight 2. From: Seattle. To: Tokyo.').getAttribute('aria-live')).toBe('polite')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move flight 2 up' }))
  await userEvent.keyboard('{Enter}')
  // It is the first flight now, so it can only move down.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move flight 1 down' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move flight 1 up' }).disabled).toBe(true)
})

test('switching to another trip type and back keeps the flights', async () => {
  const onward = [{ origin: 'NRT', destination: 'SEA', date: inDays(40) }]
  const { places } = renderForm({ ...oneWay, trip: 'multi', date: inDays(30), return_date: inDays(37), onward })
  await trip('Round trip')
  expect(places()).toEqual(['Seattle SEA', 'Tokyo NRT'])
  await trip('Multi-city')
  expect(shown()).toEqual(['Seattle SEA', 'Tokyo NRT', 'Tokyo NRT', 'Seattle SEA'])
})

test('a multi-city trip is put into the URL of the results', async () => {
  const onward = [{ origin: 'NRT', destination: 'SEA', date: inDays(40) }]
  const { push } = renderForm({ ...oneWay, trip: 'multi', date: inDays(30), onward })
  await press('Search')
  await waitFor(() => expect(push).toHaveBeenCalledOnce())
  const url = new URL(push.mock.calls[0]?.[0] ?? '', 'http://localhost')
  expect(url.searchParams.get('onward')).toBe(`NRT-SEA-${inDays(40)}`)
})

test('an incomplete flight shows an error and gets the focus', async () => {
  const onward = [{ origin: 'NRT', destination: '', date: inDays(29) }]
  const { push } = renderForm({ ...oneWay, trip: 'multi', date: inDays(30), onward })
  await press('Search')
  const to = screen.getByRole('combobox', { name: 'Flight 2: To' })
  await waitFor(() => expect(document.activeElement).toBe(to))
  expect(screen.getByText('Flight 2: choose where you fly to.')).toBeDefined()
  expect(push).not.toHaveBeenCalled()
})
