import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Expiry } from './expiry.tsx'

// Before the imports, which make the date formats.
vi.hoisted(() => vi.stubEnv('TZ', 'Asia/Tokyo'))

test('the day of an expiry is the day that the operator entered, which ends in UTC, in every time zone', () => {
  render(<Expiry at="2999-01-31T23:59:59Z" />)
  expect(screen.getByText(/31 Jan 2999/)).toBeDefined()
})
