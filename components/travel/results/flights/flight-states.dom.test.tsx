import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { NoFlights } from './flight-states.tsx'

const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-03-04' })
const none = (change: Partial<NoneView>) => (
  <NoFlights
    search={search}
    today="2027-01-01"
    known={() => undefined}
    wider={[]}
    view={{ kind: 'none', troubles: [], leftOut: 0, sources: [], ...change }}
  />
)

test('if all offers are invalid, they are reported as unusable instead of “No flights found”', () => {
  render(none({ leftOut: 2 }))
  expect(screen.getByRole('heading').textContent).toBe('No usable flights')
  expect(document.body.textContent).toContain('2 offers arrived, but their details are invalid')
})

test('an empty result is reported as no flights found', () => {
  render(none({}))
  expect(screen.getByRole('heading').textContent).toBe('No flights found')
})
