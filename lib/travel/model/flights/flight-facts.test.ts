import fc from 'fast-check'
import { expect, it } from 'vitest'
import { flightFacts } from './flight-facts.ts'
import { groupFlights } from './itinerary.ts'
import { someOffers } from './testing-market.ts'

it('a slider covers every price and duration of the list', () => {
  fc.assert(
    fc.property(someOffers, (offers) => {
      const itineraries = groupFlights(offers)
      const { price, minutes } = flightFacts(itineraries)
      for (const { fares, longestMinutes } of itineraries) {
        for (const { flight } of fares) {
          if (price) expect(flight.price.amount).toBeGreaterThanOrEqual(price.min)
          if (price) expect(flight.price.amount).toBeLessThanOrEqual(price.max)
        }
        if (minutes) expect(longestMinutes).toBeGreaterThanOrEqual(minutes.min)
        if (minutes) expect(longestMinutes).toBeLessThanOrEqual(minutes.max)
      }
      const amounts = new Set(offers.map(({ flight }) => flight.price.amount))
      expect(price === undefined).toBe(amounts.size < 2)
      const durations = new Set(itineraries.map(({ longestMinutes }) => longestMinutes))
      expect(minutes === undefined).toBe(durations.size < 2)
    }),
  )
})
