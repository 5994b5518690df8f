import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ZoneProvider } from './frame/zone.tsx'
import { Expiry } from './moment.tsx'

test('the day of an expiry is in the console’s zone', () => {
  render(
    <ZoneProvider known="UTC">
      <Expiry at="2999-01-31T23:59:59Z" />
    </ZoneProvider>,
  )
  expect(screen.getByText('31 Jan 2999').title).toContain('23:59:59 UTC')
})
