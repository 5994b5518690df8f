import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { NoHotels } from './hotel-states.tsx'

const search = HotelSearch.parse({ place: 'PAR', check_in: '2027-03-04', check_out: '2027-03-07' })
const none = (change: Partial<NoneView>, today = '2027-01-01') => (
  <NoHotels search={search} today={today} view={{ kind: 'none', troubles: [], leftOut: 0, sources: [], ...change }} />
)

test('if all offers are invalid, they are reported as unusable instead of “No hotels found”', () => {
  render(none({ leftOut: 2 }))
  expect(screen.getByRole('heading').textContent).toBe('No usable hotels')
  expect(document.body.textContent).toContain('2 offers arrived, but their details are invalid')
})

test('an empty result is reported as no hotels found, and offers a wider radius', () => {
  render(none({}))
  expect(screen.getByRole('heading').textContent).toBe('No hotels found')
  const wider = screen.getByRole('link', { name: /^Search within \d+ km$/ }).getAttribute('href')
  expect(Number(new URLSearchParams(wider?.split('?')[1]).get('radius_km'))).toBeGreaterThan(search.radius_km)
})

test.each([
  ['2027-01-01', ['3 Mar', '5 Mar', '7 Mar']],
  ['2027-03-04', ['5 Mar', '7 Mar']],
  ['2026-03-08', ['3 Mar', '5 Mar']],
])('on %s, an empty result offers the same stay only on days that can be searched', (today, days) => {
  render(none({}, today))
  const offered = screen.getAllByRole('link', { name: /Mar/ }).map(({ textContent }) => textContent)
  expect(offered.map((text) => text?.replace(/^\w+ /, ''))).toEqual(days)
})
