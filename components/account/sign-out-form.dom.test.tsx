import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { rememberSearch } from '#lib/travel/client/remember-search.ts'
import { rememberedText } from '#lib/travel/client/remembered-text.ts'
import { LAST_SEARCH_COOKIE } from '#lib/travel/model/flights/last-search-cookie.ts'
import { render } from '../../scripts/testing/english-texts.tsx'
import { SignOutForm } from './one-button-form.tsx'

test('signing out deletes the recent searches and the last search of the form, so the next person sees neither', async () => {
  const trip = { origin: 'Seattle', destination: 'Tokyo', date: '2027-01-04', returnDate: null, travelers: 1 }
  rememberSearch({ kind: 'flight', query: 'from=SEA', ...trip, lowest: null })
  writeCookie(LAST_SEARCH_COOKIE, 'from%3DSEA')
  const signOut = vi.fn(async () => {})
  render(
    <SignOutForm operation={signOut}>
      <button type="submit">Sign out</button>
    </SignOutForm>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(signOut).toHaveBeenCalledOnce()
  expect(rememberedText()).toBe('')
  expect(document.cookie).not.toContain(LAST_SEARCH_COOKIE)
})
