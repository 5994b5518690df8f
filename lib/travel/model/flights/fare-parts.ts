import type { FlightResult, TravelerPrice } from '#runner/contract/capabilities/flight-result.ts'

/** The parts of a price in its currency, as far as the provider gives them. */
export interface FareParts {
  total: number
  /** The fares, and the taxes with other charges. Null without a valid split from the provider. */
  split: { fares: number; taxes: number } | null
  travelers: TravelerPrice[]
}

export function fareParts({ price, price_base: base, price_per_traveler = [] }: FlightResult): FareParts {
  const isSplit = base !== undefined && base.currency === price.currency && base.amount <= price.amount
  return {
    total: price.amount,
    split: isSplit ? { fares: base.amount, taxes: price.amount - base.amount } : null,
    travelers: price_per_traveler.filter((one) => one.price.currency === price.currency),
  }
}
