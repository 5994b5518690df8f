import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { CopyId } from './copy-id.tsx'

const answer = () => vi.fn(async () => Response.json({ token: 'ark_secret' }))

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('copies the id, and does not show it', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('fetch', answer())
  openInConsole(<CopyId id="prof_1" />)
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe('ark_secret')
  expect(document.body.textContent).not.toContain('ark_secret')
})

test('without a clipboard (as over plain HTTP), requests no id and says to use HTTPS', async () => {
  const asked = answer()
  vi.stubGlobal('fetch', asked)
  openInConsole(<CopyId id="prof_1" />)
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  fireEvent.click(screen.getByRole('button', { name: 'Copy id' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The id was not copied. This page has no access to the clipboard: open it over HTTPS.',
  )
  expect(asked).not.toHaveBeenCalled()
})
