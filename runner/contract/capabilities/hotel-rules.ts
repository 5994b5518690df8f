import { nightsBetween } from '../nights-between.ts'
import type { Problem } from './action-contract.ts'
import { checkLink } from './check-link.ts'

type Price = { readonly amount: number; readonly currency: string }
type Offer = {
  readonly check_in: string
  readonly check_out: string
  readonly price: Price
  readonly price_parts: readonly { readonly price: Price }[]
  readonly unpriced_charges?: readonly { readonly price?: Price | undefined }[] | undefined
  readonly score?: { readonly value: number; readonly best: number } | undefined
  readonly booking_url?: string | undefined
}

/**
 * More charges than any hotel has. The sum of this many, each at most `highestCharge`, is exact in every currency's
 * minor unit.
 */
const maxCharges = 60
const highestCharge = 10_000_000_000

/**
 * Checks the booking link and the figures of an offer: at least one night, a score within its scale, price parts that add up to the price, and
 * charges that are few and low enough to sum. Imports no library, because pages run it too.
 */
export function hotelRules(offer: Offer): Problem[] {
  const { check_in, check_out, price, price_parts, unpriced_charges = [], score, booking_url } = offer
  const problems = checkLink(booking_url)
  if (nightsBetween(check_in, check_out) < 1) problems.push({ path: ['check_out'], message: 'is not after check_in' })
  if (score && score.value > score.best) problems.push({ path: ['score'], message: 'is above its scale' })
  if (price_parts.some((part) => part.price.currency !== price.currency)) {
    problems.push({ path: ['price_parts'], message: 'are not all in the currency of the price' })
  } else if (price_parts.reduce((sum, part) => sum + smallUnitsOf(part.price), 0) !== smallUnitsOf(price)) {
    problems.push({ path: ['price_parts'], message: 'do not add up to the price' })
  }
  for (const [name, list] of Object.entries({ price_parts, unpriced_charges })) {
    if (list.length > maxCharges) problems.push({ path: [name], message: `are more than ${maxCharges}` })
  }
  if (unpriced_charges.some((charge) => (charge.price?.amount ?? 0) > highestCharge)) {
    problems.push({ path: ['unpriced_charges'], message: `have an amount above ${highestCharge}` })
  }
  return problems
}

/** The amount in a unit that is finer than the minor unit of every currency, so sums are exact. */
function smallUnitsOf({ amount }: Price): number {
  return Number(amount.toFixed(4).replace('.', ''))
}
