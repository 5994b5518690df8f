import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { rememberSearch } from '#lib/travel/client/remember-search.ts'
import { LAST_SEARCH_COOKIE } from '#lib/travel/model/flights/last-search-cookie.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { RecentSearches } from './recent-searches.tsx'

test('Clear removes the searches from the list and from the cookie that the home page reads', async () => {
  const trip = { origin: 'Seattle', destination: 'Tokyo', date: '2027-01-04', returnDate: null, travelers: 1 }
  rememberSearch({ kind: 'flight', query: 'from=SEA', ...trip, lowest: null })
  writeCookie(LAST_SEARCH_COOKIE, 'from%3DSEA')
  render(<RecentSearches />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  expect(document.cookie).toContain(LAST_SEARCH_COOKIE)
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(document.cookie).not.toContain(LAST_SEARCH_COOKIE)
})

test('says that a hotel with the lowest price charges more on site', async () => {
  const stay = { place: 'Aruba', checkIn: '2027-02-13', checkOut: '2027-02-21', guests: 2, rooms: 1 }
  const lowest = { amount: 1023, currency: 'EUR', seenAtMs: Date.now(), isSample: false }
  rememberSearch({ kind: 'hotel', query: 'a', ...stay, lowest: { ...lowest, isMore: true } })
  rememberSearch({ kind: 'hotel', query: 'b', ...stay, lowest: { ...lowest, amount: 900 } })
  render(<RecentSearches />)
  expect(await screen.findByText('from €1,023 + charges at the hotel')).toBeDefined()
  expect(screen.getByText('from €900')).toBeDefined()
})
