import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ConsoleQueries } from './console-queries.tsx'
import { CopyId } from './profiles/copy-id.tsx'

const refused = (error: object) =>
  Response.json({ error: { code: 'FORBIDDEN', message: 'No.', ...error } }, { status: 403 })

/** A server that wants a proof before it gives the id. */
function openCopyId(ways = { has_password: true, provider: null as string | null }) {
  let isProved = false
  const asked = vi.fn(async (path: string, init: RequestInit) => {
    if (path.endsWith('/token')) {
      const isFresh = isProved
      isProved = false
      return isFresh ? Response.json({ token: 'ark_secret' }) : refused({ reason: 'fresh_sign_in' })
    }
    if (init.method === 'GET') return Response.json(ways)
    if (init.body !== JSON.stringify({ current: 'right' })) return refused({ details: { current: 'wrongPassword' } })
    isProved = true
    return Response.json({ done: true })
  })
  vi.stubGlobal('fetch', asked)
  render(
    <ConsoleQueries>
      <CopyId id="prof_1" />
    </ConsoleQueries>,
  )
  return asked
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('asks for the password before an operation that needs it, and then does it once', async () => {
  const user = userEvent.setup()
  openCopyId()
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  const field = await screen.findByLabelText('Your password')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'wrong{Enter}')
  expect(await screen.findByText('This is not your password.')).toBeDefined()
  await user.clear(field)
  await user.type(field, 'right{Enter}')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe('ark_secret')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('cancelled, the operation is not done, and the page says why', async () => {
  const user = userEvent.setup()
  const asked = openCopyId()
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The id was not copied. No.')
  expect(asked.mock.calls.filter(([path]) => path.endsWith('/token'))).toHaveLength(1)
})

test('an account without a password signs in at its provider again', async () => {
  const user = userEvent.setup()
  openCopyId({ has_password: false, provider: 'Example ID' })
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  expect(await screen.findByRole('button', { name: 'Continue with Example ID' })).toBeDefined()
  expect(screen.queryByLabelText('Your password')).toBeNull()
})
