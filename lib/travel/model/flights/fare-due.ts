import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { TravelProfile } from '../usual-profile.ts'
import type { FlightOffer } from './flight-offer.ts'

/** The bags that each traveler takes, and the number of travelers with bags. */
export interface BagWish {
  cabin: number
  checked: number
  travelers: number
}

/** The bags of a search's travelers. Infants travel without bags of their own. */
export const bagWish = (
  { cabin_bags, checked_bags }: Pick<TravelProfile, 'cabin_bags' | 'checked_bags'>,
  { adults, children }: Pick<FlightSearch, 'adults' | 'children'>,
): BagWish => ({ cabin: cabin_bags, checked: checked_bags, travelers: adults + children })

/** Prices stay as the provider gives them. */
export const noBagWish: BagWish = { cabin: 0, checked: 0, travelers: 1 }

/**
 * What all travelers pay for a fare with their bags. `bare`: no bags are wished. `included`: the fare has them. `added`:
 * the fare and the provider's price of the missing bag. `unknown`: the price of a missing bag is not known, so the
 * total is not known either; its amount is infinite, above every bound and after every known total.
 */
interface FareDue {
  kind: 'bare' | 'included' | 'added' | 'unknown'
  /** In the currency of the fare. Never below its price. */
  amount: number
}

/** A fare with what is due for it. */
export interface FlightFare extends FlightOffer {
  due: FareDue
}

/** "23 kg" is the usual weight of a bag: an allowance by weight holds as many bags as it has of it. */
const BAG_KG = 23

export function fareDue(flight: FlightResult, { cabin, checked, travelers }: BagWish): FareDue {
  const { amount, currency } = flight.price
  if (cabin === 0 && checked === 0) return { kind: 'bare', amount }
  const isCabinIncluded = cabin === 0 || (flight.bags?.cabin ?? 0) >= cabin
  const included = checkedPieces(flight)
  if (isCabinIncluded && (included ?? 0) >= checked) return { kind: 'included', amount }
  const price = flight.checked_bag_price
  // The provider prices the first bag only, so the fare must be known to include none.
  const isPriced = isCabinIncluded && checked === 1 && included === 0 && price?.currency === currency
  return isPriced
    ? { kind: 'added', amount: amount + price.amount * travelers }
    : { kind: 'unknown', amount: Number.POSITIVE_INFINITY }
}

/** The price that a row shows: what is due, or the bare fare if that is unknown. */
export const shownAmount = ({ due, flight }: FlightFare): number =>
  due.kind === 'unknown' ? flight.price.amount : due.amount

/** "$412", or "about $412" for a converted price. */
export function shownPrice(fare: FlightFare, write: (amount: number) => string, t: Texts<'flights'>): string {
  const price = write(shownAmount(fare))
  return fare.isAbout ? t('about', { price }) : price
}

/** The number of checked bags that a fare includes; `undefined` if the provider does not say. */
export function checkedPieces({ bags }: FlightResult): number | undefined {
  const { pieces, weight_kg: weight } = bags?.checked ?? {}
  if (pieces !== undefined || weight === undefined) return pieces
  return weight === 0 ? 0 : Math.max(1, Math.floor(weight / BAG_KG))
}

/** With the cheapest first; those without a known total follow by their bare price. */
export function byDue(a: FlightFare, b: FlightFare): number {
  if (a.due.amount !== b.due.amount) return a.due.amount < b.due.amount ? -1 : 1
  return a.flight.price.amount - b.flight.price.amount || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}
