import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Language } from '#lib/shared/languages.ts'
import { LanguageSwitch } from './language-switch.tsx'

const choose = vi.fn(async (_: FormData) => {})
const show = (offered: readonly Language[]) =>
  render(<LanguageSwitch label="Language" current="de" choose={choose} offered={offered} />)

test('names each language in that language, and marks the one of the page', () => {
  show(['en', 'de', 'ja'])
  expect(screen.getByRole('group', { name: 'Language' })).toBeDefined()
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent, lang }) => [lang, textContent])).toEqual([
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['ja', '日本語'],
  ])
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false'])
})

test('chooses a language with the keyboard', async () => {
  show(['en', 'ja'])
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(choose.mock.calls.map(([data]) => data.get('language'))).toEqual(['ja'])
})

test('offers no choice of one language', () => {
  show(['en'])
  expect(screen.queryByRole('group')).toBeNull()
})
