import { render, screen } from '@testing-library/react'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import { NavLink } from './nav-link.tsx'

const trips = (count: number, path: string) => (
  <PathnameContext value={path}>
    <NavLink
      href="/trips"
      section="/trips"
      icon="bag"
      {...(count > 0 && { unread: { count, text: `${count} new price alerts` } })}
    >
      Trips
    </NavLink>
  </PathnameContext>
)
const link = (name: string) => screen.getByRole('link', { name })

test('shows the number of new price alerts, and no number if there are none', () => {
  const { rerender } = render(trips(2, '/'))
  expect(link('Trips 2 new price alerts').textContent).toContain('2')
  rerender(trips(12, '/'))
  expect(link('Trips 12 new price alerts').textContent).toContain('9+')
  rerender(trips(0, '/'))
  expect(link('Trips')).toBeDefined()
})

test('the number disappears once the Trips page is open, and does not return on the next page', () => {
  const { rerender } = render(trips(2, '/'))
  rerender(trips(2, '/trips'))
  expect(link('Trips')).toBeDefined()
  rerender(trips(2, '/hotels'))
  expect(link('Trips')).toBeDefined()
})
