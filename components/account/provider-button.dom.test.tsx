import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { ProviderButton } from './provider-button.tsx'

test('opens the provider once, and can be pressed again after Back has restored the page', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  render(<ProviderButton provider="oidc" name="Example" next="/trips" />)
  const button = screen.getByRole<HTMLButtonElement>('button')
  fireEvent.click(button)
  expect([button.textContent, button.disabled]).toEqual(['Opening Example …', true])
  fireEvent(window, new Event('pageshow'))
  expect(button.disabled).toBe(true)
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  expect([button.textContent, button.disabled]).toEqual(['Continue with Example', false])
})

test('says when the sign-in at the provider cannot begin, and can then be pressed again', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/signin/')) throw new TypeError('Failed to fetch')
    return Response.json(url.endsWith('/csrf') ? { csrfToken: 'token' } : { oidc: { id: 'oidc', type: 'oauth' } })
  })
  render(<ProviderButton provider="oidc" name="Example" next="/trips" />)
  const button = screen.getByRole<HTMLButtonElement>('button')
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('Sign-in at the provider failed. Try again.')
  expect([button.textContent, button.disabled]).toEqual(['Continue with Example', false])
})
