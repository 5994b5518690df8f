import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { PartFailed } from './lazily.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  [true, 'If it fails again, reload the page.'],
  [false, 'There is no connection.'],
])('a script that could not be loaded (online: %s) is explained by "%s"', (isOnline, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  render(<PartFailed onRetry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain(text)
})
