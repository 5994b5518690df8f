import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { narrowFlights, noFlightFilters } from '#lib/travel/model/flights/filters.ts'
import { flightFacts } from '#lib/travel/model/flights/flight-facts.ts'
import { groupFlights } from '#lib/travel/model/flights/itinerary.ts'
import { ams, aua, makeLeg, makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { FlightSorts } from './flight-sorts.tsx'

test('the prices of all sort tabs have the same decimals as the list', () => {
  const offers = [94.28, 1213].map((amount, at) =>
    makeOffer(String(at), {
      price: { amount, currency: 'USD' },
      legs: [makeLeg('2027-02-13', [ams, aua], [[600 + at, 1200]])],
    }),
  )
  const all = groupFlights(offers)
  const [cheap, dear] = narrowFlights(all, noFlightFilters).rows
  const first = { best: dear, price: cheap, duration: dear, departure: cheap }
  render(
    <FlightSorts
      list={{ first, facts: flightFacts(all) }}
      currency="USD"
      sort="best"
      isHidden={false}
      onSort={() => {}}
    />,
    { locale: 'en-US' },
  )
  expect(screen.getByRole('tab', { name: /^Best \$1,213\.00/ })).toBeDefined()
  expect(screen.getByRole('tab', { name: /^Cheapest \$94\.28/ })).toBeDefined()
})
