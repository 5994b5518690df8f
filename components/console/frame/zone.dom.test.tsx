import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ZoneSwitch } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { ZoneProvider } from './zone.tsx'

// Before the imports: the browser's zone does not change while a page is shown.
vi.hoisted(() => vi.stubEnv('TZ', 'Pacific/Auckland'))

test('times are in the browser’s zone, or all in UTC, and the choice is kept for the server', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  render(
    <ZoneProvider known={undefined}>
      <ZoneSwitch />
      <Moment at="2030-11-22T03:05:07.000Z" />
    </ZoneProvider>,
  )
  const zone = screen.getByLabelText('Times in')
  expect(zone).toHaveProperty('value', 'Pacific/Auckland')
  expect(screen.getByText('22 Nov 2030, 16:05')).toBeDefined()
  await userEvent.selectOptions(zone, 'UTC')
  expect(screen.getByText('22 Nov 2030, 03:05')).toBeDefined()
  expect(document.cookie).toContain('console-zone=UTC')
  await userEvent.selectOptions(zone, 'Auckland, GMT+13')
  expect(screen.getByText('22 Nov 2030, 16:05')).toBeDefined()
  expect(document.cookie).toContain('console-zone=Pacific/Auckland')
})
