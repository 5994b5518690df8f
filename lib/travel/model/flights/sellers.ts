import type { Bags, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { FlightOffer } from './flight-offer.ts'

/**
 * The providers that sell the journey of the first fare with the same cabins and bags, each with its lowest price. All
 * given fares belong to one itinerary, so they have the same flights and times. Cheapest first, in one currency. An
 * unknown cabin or bag allowance equals only another unknown one. Empty with fewer than two sellers, because there is
 * nothing to compare.
 */
export function sellersOf([first, ...others]: readonly FlightOffer[]): { provider: string; price: Price }[] {
  if (first === undefined) return []
  const product = productOf(first.flight)
  const { currency } = first.flight.price
  const lowest = new Map<string, Price>()
  for (const { flight } of [first, ...others]) {
    if (flight.price.currency !== currency || productOf(flight) !== product) continue
    const known = lowest.get(flight.provider)
    if (known === undefined || flight.price.amount < known.amount) lowest.set(flight.provider, flight.price)
  }
  if (lowest.size < 2) return []
  return Array.from(lowest, ([provider, price]) => ({ provider, price })).sort(
    (a, b) => a.price.amount - b.price.amount || (a.provider < b.provider ? -1 : 1),
  )
}

/** The CO₂ of the first fare, else of another fare in the same cabins, in kg per traveler; `undefined` if unknown. */
export function co2KgOf([first, ...others]: readonly FlightOffer[]): number | undefined {
  if (first === undefined || first.flight.co2_kg !== undefined) return first?.flight.co2_kg
  const cabins = cabinsOf(first.flight)
  return others.find(({ flight }) => flight.co2_kg !== undefined && cabinsOf(flight) === cabins)?.flight.co2_kg
}

/** Cabin and bags of each flight. */
export function productOf(flight: FlightResult): string {
  return JSON.stringify([bagsOf(flight.bags), cabinsOf(flight)])
}

function cabinsOf({ legs }: FlightResult): string {
  return JSON.stringify(legs.map(({ segments }) => segments.map(({ cabin }) => cabin ?? null)))
}

function bagsOf(bags: Bags | undefined) {
  return [bags?.cabin ?? null, bags?.checked?.pieces ?? null, bags?.checked?.weight_kg ?? null]
}
