import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { renderIn } from '../../../scripts/testing/render-in.tsx'
import { ReaderProvider } from './reader.tsx'
import { SaveSearch } from './save-search.tsx'

const full = { reason: 'guest_searches_full', facts: { most: 5, most_with_account: 25 } }

test.each<[string, ErrorBody | undefined, string]>([
  [
    'a full list',
    { code: 'CONFLICT', message: 'For programs.', ...full },
    'Sie haben 5 Suchen gespeichert, mehr geht als Gast nicht. Entfernen Sie unter „Reisen“ eine, oder erstellen Sie ein Konto, um 25 zu behalten.',
  ],
  [
    'too many requests',
    { code: 'RATE_LIMITED', message: 'For programs.', retry_after_ms: 8_600 },
    'Zu viele Anfragen. Versuchen Sie es in 9 s erneut.',
  ],
  ['a refusal without an error', undefined, 'Das hat nicht geklappt. Versuchen Sie es noch einmal.'],
])('%s is reported in the reader’s language', async (_, error, sentence) => {
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  renderIn(
    'de',
    <ReaderProvider travelers={1} names={{}} kind="flights">
      <SaveSearch />
    </ReaderProvider>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test.each([
  ['?origin=AMS&sort=price&row=abc', 'Unter „Reisen“ gespeichert'],
  ['?origin=AMS&stops=-1', 'Unter „Reisen“ gespeichert, ohne Ihre Filter'],
])(
  'a search at %s is reported as saved, and as saved without filters if the list has some',
  async (query, sentence) => {
    vi.stubGlobal('fetch', async () => Response.json({ id: 'srch_1', is_new: true }))
    window.history.replaceState(null, '', query)
    renderIn(
      'de',
      <ReaderProvider travelers={1} names={{}} kind="flights">
        <SaveSearch />
      </ReaderProvider>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect((await screen.findByRole('link')).textContent).toBe(sentence)
    window.history.replaceState(null, '', '/')
  },
)

vi.mock('#lib/travel/client/hotels/hotel-list-query.ts', () => {
  throw new Error('This file cannot be loaded.')
})

test('nothing is saved while what the button needs cannot be loaded, and it can be pressed again', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  renderIn(
    'en',
    <ReaderProvider travelers={1} names={{}} kind="hotels">
      <SaveSearch />
    </ReaderProvider>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
  expect(screen.getByRole('button')).toHaveProperty('disabled', false)
})
