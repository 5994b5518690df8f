import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ams, aua, makeLeg } from '#lib/travel/flights/testing-flights.ts'
import { LegDetails } from './leg-details.tsx'

test('a segment is text with spaces, under a heading below that of the list', () => {
  render(<LegDetails title="Out" leg={makeLeg('2027-02-13', [ams, aua], [[600, 1200]])} cabins={[]} />)
  expect(screen.getByRole('heading', { level: 3, name: /^Out Sat 13 Feb/ })).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toMatch(/^\d+:\d\d\sAM AMS.*to \d+:\d\d\sPM AUA/)
})
