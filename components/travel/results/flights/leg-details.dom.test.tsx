import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ams, aua, makeLeg, selfTransferInNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { LegDetails } from './leg-details.tsx'

const nonstop = makeLeg('2027-02-13', [ams, aua], [[600, 1200]])

test('the text of a segment has spaces between its parts, and the heading of its leg has level 3', () => {
  render(<LegDetails title="Out" leg={nonstop} cabins={[]} />, { locale: 'en-US' })
  expect(screen.getByRole('heading', { level: 3, name: /^Out Sat 13 Feb/ })).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toMatch(/^\d+:\d\d\sAM AMS.*to \d+:\d\d\sPM AUA/)
})

test('the operating airline follows aircraft and cabin after a comma', () => {
  const segments = nonstop.segments.map((segment) => ({
    ...segment,
    operating_carrier: { code: 'WA', name: 'KLM CITYHOPPER' },
  }))
  render(<LegDetails title="Out" leg={{ ...nonstop, segments }} cabins={['economy']} />)
  expect(screen.getByRole('listitem').textContent).toMatch(/Economy, operated by KLM Cityhopper/i)
})

test.each([
  ['the alliance of its airline', 'DL', 'DL 70 SkyTeam, Economy'],
  ['no alliance for an airline without one', 'B6', 'B6 70 Economy'],
])('a flight names %s', (_, code, text) => {
  const segments = nonstop.segments.map((segment) => ({ ...segment, carrier: { code, name: code } }))
  render(<LegDetails title="Out" leg={{ ...nonstop, segments }} cabins={['economy']} />)
  expect(screen.getByRole('listitem').textContent).toContain(text)
})

test('a connection on separate tickets tells the traveler what to do', () => {
  render(<LegDetails title="Out" leg={selfTransferInNewark} cabins={[]} />)
  expect(screen.getByText(/Separate tickets: collect your bags and check in again/)).toBeDefined()
})
