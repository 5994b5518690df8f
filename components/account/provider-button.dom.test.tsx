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
