import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LanguageSwitch } from './language-switch.tsx'

const choose = vi.fn(async (_: FormData) => {})
const show = () => render(<LanguageSwitch label="Language" current="de" choose={choose} />)

test('names each language in that language, and marks the language of the page', () => {
  show()
  expect(screen.getByRole('group', { name: 'Language' })).toBeDefined()
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent, lang }) => [lang, textContent])).toEqual([
    ['en', 'English'],
    ['es', 'Español'],
    ['nl', 'Nederlands'],
    ['de', 'Deutsch'],
    ['ja', '日本語'],
  ])
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([
    'false',
    'false',
    'false',
    'true',
    'false',
  ])
})

test('chooses a language with the keyboard', async () => {
  show()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(choose.mock.calls.map(([data]) => data.get('language'))).toEqual(['es'])
})
