import type { Texts } from '#lib/platform/model/texts.ts'
import { type Alliance, allianceNames } from '../alliances.ts'
import { inList } from '../in-list.ts'
import { nameIn } from '../map-names.ts'
import { readableName } from '../readable-name.ts'
import type { Seat, TravelProfile } from '../usual-profile.ts'
import { isSeatPriced, seatText } from './fare-columns.ts'
import type { FlightFare } from './fare-due.ts'
import type { FlightWords } from './flight-words.ts'
import type { Itinerary } from './itinerary.ts'

// Words for a traveler with wishes: a page loads them only for such a profile.

type Bags = Pick<TravelProfile, 'cabin_bags' | 'checked_bags'>

/** What a profile wishes, each in a few words: "1 checked bag", "Window seat", "Star Alliance". */
export const wishes = (
  profile: Pick<TravelProfile, 'cabin_bags' | 'checked_bags' | 'seat' | 'alliances'>,
  t: Texts<'flights'>,
): string[] =>
  [
    bagCounts(profile, t),
    profile.seat === 'any' ? '' : t(profile.seat === 'aisle' ? 'aisleSeat' : 'windowSeat'),
    ...profile.alliances.map((name) => allianceNames[name]),
  ].filter(Boolean)

/** The bags of each traveler: "1 cabin bag, 1 checked bag"; "" without any. */
const bagCounts = ({ cabin_bags, checked_bags }: Bags, t: Texts<'flights'>): string =>
  inList(
    [
      cabin_bags > 0 ? t('cabinBags', { count: cabin_bags }) : null,
      checked_bags > 0 ? t('checkedBags', { count: checked_bags }) : null,
    ],
    t,
  )

/** "with 1 checked bag each"; "" without bags. */
export function withBags(bags: Bags, travelers: number, t: Texts<'flights'>): string {
  const counts = bagCounts(bags, t)
  return counts && t('withBags', { bags: counts, count: travelers })
}

interface BagWordsOf {
  offer: FlightFare
  /** All fares of the row. */
  fares: readonly FlightFare[]
  profile: Bags
  travelers: number
  write: (amount: number) => string
  t: Texts<'flights'>
}

/**
 * What a row's price includes: "with 1 checked bag · Light $352", or "Light · bag price unknown". Null if no bags are
 * counted.
 */
export function bagWords({ offer, fares, profile, travelers, write, t }: BagWordsOf) {
  if (offer.due.kind === 'bare') return null
  const brandOf = ({ flight }: FlightFare) => (flight.fare?.brand ? readableName(flight.fare.brand) : t('fare'))
  if (offer.due.kind === 'unknown') return { isUnknown: true, text: t('bagPriceUnknown', { fare: brandOf(offer) }) }
  const all = withBags(profile, travelers, t)
  const bare = fares.reduce((low, one) => (one.flight.price.amount < low.flight.price.amount ? one : low), offer)
  const { amount } = bare.flight.price
  const text =
    amount < offer.due.amount ? t('withBagsBare', { withBags: all, fare: brandOf(bare), price: write(amount) }) : all
  return { isUnknown: false, text }
}

/** What choosing a seat costs: "Seat choice: Included", or "seat price unknown". Null if the traveler takes any seat. */
export function seatWords(offer: FlightFare, seat: Seat, words: Pick<FlightWords, 't' | 'locale'>): string | null {
  const { t } = words
  if (seat === 'any') return null
  if (!isSeatPriced(offer)) return t('seatPriceUnknown')
  return t('extraPrice', { name: t('seatChoice'), price: seatText(offer, words) })
}

/** The alliances of an itinerary whose airlines all belong to the traveler's; null if one does not. */
export function ownAlliances(
  { alliances }: Pick<Itinerary, 'alliances'>,
  own: readonly Alliance[],
  t: Texts<'flights'>,
): string | null {
  const names = alliances.flatMap((one) => own.filter((alliance) => alliance === one))
  return names.length < alliances.length || names.length === 0
    ? null
    : inList(
        names.map((name) => nameIn(allianceNames, name)),
        t,
      )
}
