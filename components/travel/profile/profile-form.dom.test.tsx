import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileIn, profileText, showProfile } from '#lib/travel/client/profile-store.ts'
import { type TravelProfile, usualProfile } from '#lib/travel/model/usual-profile.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { CurrencyMenu, ProfileMoved } from './currency-menu.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileProvider } from './profile-provider.tsx'

const refresh = vi.fn<() => void>()
const ignore = () => {}
const router = { push: ignore, replace: ignore, back: ignore, forward: ignore, prefetch: ignore, bfcacheId: '' }

const cookies = () => document.cookie.split('; ').filter(Boolean).toSorted()

beforeEach(() => {
  localStorage.clear()
  showProfile(usualProfile)
  refresh.mockClear()
})
afterEach(() => void vi.unstubAllGlobals())

function open(account?: TravelProfile | null) {
  render(
    <AppRouterContext value={{ ...router, refresh }}>
      <ProfileProvider account={account} shown={{ currency: null, clock: null, home: null }} usualCurrency="EUR">
        <CurrencyMenu label="Currency in the header" />
        <ProfileMoved text="Taken over." link="Profile" />
        <QueryClientProvider client={new QueryClient()}>
          <ProfileForm />
        </QueryClientProvider>
      </ProfileProvider>
    </AppRouterContext>,
    { locale: 'en-US' },
  )
  return userEvent.setup()
}
const header = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency in the header' })

/** The server: answers each request, and keeps the profiles that it gets. */
function answer(status: number, stored?: TravelProfile) {
  const given: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { profile, keep_stored } = JSON.parse(body)
    given.push(keep_stored)
    return Response.json({ profile: stored ?? profile }, { status })
  })
  return given
}

test("a guest's change is kept in this browser at once, sends nothing, and gives the server what it writes pages with", async () => {
  const fetch = vi.fn<() => void>()
  vi.stubGlobal('fetch', fetch)
  const user = open()
  await user.click(screen.getByRole('button', { name: /more.*Checked bag|Checked bag.*more/i }))
  await screen.findByText('Saved in this browser.')
  await user.click(screen.getByRole('radio', { name: 'Aisle' }))
  await user.click(screen.getByRole('radio', { name: '18:30' }))
  await user.click(screen.getByRole('checkbox', { name: 'SkyTeam' }))
  await user.click(screen.getByRole('checkbox', { name: /^Separate tickets/ }))
  expect(profileIn(profileText())).toEqual({
    ...usualProfile,
    checked_bags: 1,
    seat: 'aisle',
    clock: 'h23',
    alliances: ['skyteam'],
    separate_tickets: true,
  })
  expect(cookies()).toEqual(['clock=h23'])
  expect(refresh).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})

test("the header shows the currency of the reader's region, and a choice changes the profile", async () => {
  const user = open()
  expect(header().value).toBe('EUR')
  await user.selectOptions(header(), 'JPY')
  expect(header().value).toBe('JPY')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' }).value).toBe('JPY')
  expect(cookies()).toEqual(['currency=JPY'])
})

test('one of several home airports can be removed, and without the first the next one is first', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ places: [] }))
  localStorage.setItem('travel-profile', JSON.stringify({ ...usualProfile, home: 'AMS', other_homes: ['EIN', 'RTM'] }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Remove EIN from your home airports' }))
  await waitFor(() => expect(profileIn(profileText())).toMatchObject({ home: 'AMS', other_homes: ['RTM'] }))
  await user.clear(screen.getByRole('combobox', { name: 'Home airport' }))
  await user.tab()
  await waitFor(() => expect(profileIn(profileText())).toMatchObject({ home: 'RTM', other_homes: [] }))
})

test('a reset can be undone', async () => {
  const user = open()
  await user.click(screen.getByRole('radio', { name: 'Window' }))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(profileIn(profileText())).toEqual(usualProfile)
  await user.click(screen.getByRole('button', { name: 'Undo the reset' }))
  expect(profileIn(profileText())?.seat).toBe('window')
})

test('a change that an account does not get is undone, and says so', async () => {
  answer(500)
  const user = open(usualProfile)
  await user.click(screen.getByRole('radio', { name: 'Aisle' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Your account did not get the change/)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Any' }).checked).toBe(true)
  expect(profileText()).toBe('')
})

test("an account without a profile takes over this browser's, and says so", async () => {
  localStorage.setItem('travel-profile', JSON.stringify({ ...usualProfile, seat: 'aisle' }))
  const given = answer(200)
  open(null)
  await screen.findByText(/^Taken over\./)
  expect(given).toContain(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Aisle' }).checked).toBe(true)
  await waitFor(() => expect(profileText()).toBe(''))
})

test("an account's own profile is shown, whatever this browser has", async () => {
  localStorage.setItem('travel-profile', JSON.stringify({ ...usualProfile, seat: 'aisle' }))
  const fetch = vi.fn<() => void>()
  vi.stubGlobal('fetch', fetch)
  await act(async () => open({ ...usualProfile, seat: 'window', currency: 'GBP' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Window' }).checked).toBe(true)
  expect(header().value).toBe('GBP')
  expect(cookies()).toEqual(['currency=GBP'])
  expect(fetch).not.toHaveBeenCalled()
})
