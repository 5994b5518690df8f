import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FareCondition } from '#runner/contract/capabilities/flight-result.ts'
import { inList } from '../in-list.ts'
import { nameIn } from '../map-names.ts'
import { formatPrice } from '../money.ts'
import type { Seat } from '../usual-profile.ts'
import type { FlightOffer } from './flight-offer.ts'
import type { FlightWords } from './flight-words.ts'
import { sellerName } from './words.ts'

type Words = Pick<FlightWords, 't' | 'locale'>

/**
 * The facts that at least one fare states. The seller and the provider are facts only if they differ, and what a seat
 * costs always is for a traveler who wants one.
 */
export function fareColumns(fares: readonly FlightOffer[], words: Words, seat: Seat = 'any') {
  const { t } = words
  /** A fact in words; null if the provider does not state it. */
  const column = (title: TextKey<'flights'>, textOf: (offer: FlightOffer) => string | null) => ({
    title: t(title),
    textOf,
  })
  const stated = [
    column('cabinBag', ({ flight }) => countText(flight.bags?.cabin, t)),
    column('checkedBag', (offer) => checkedBagText(offer, words)),
    column('refund', (offer) => refundFact(offer, words)),
    column('change', (offer) => chargeText(conditionOf(offer, 'change'), 'factFree', words)),
    column('seatChoice', (offer) =>
      seat === 'any' ? chargeText(conditionOf(offer, 'seatChoice'), 'factIncluded', words) : seatText(offer, words),
    ),
    column('meal', (offer) => chargeText(conditionOf(offer, 'meal'), 'factIncluded', words)),
    column('lounge', (offer) => chargeText(conditionOf(offer, 'lounge'), 'factIncluded', words)),
  ].filter(({ textOf }) => fares.some((offer) => textOf(offer) !== null))
  const origins = [
    column('soldBy', (offer) => sellerName(offer, t) ?? null),
    column('foundThrough', ({ data, flight }) => (data === 'sample' ? null : flight.provider)),
  ].filter(({ textOf }) => new Set(fares.map(textOf)).size > 1)
  return [...stated, ...origins]
}

/** What choosing a seat costs: "Included", "For $20", or that its price is unknown. No total has it. */
export function seatText(offer: Pick<FlightOffer, 'flight'>, words: Words): string {
  const text = chargeText(conditionOf(offer, 'seatChoice'), 'factIncluded', words)
  return inList([text, !isSeatPriced(offer) && words.t('priceUnknown')], words.t)
}

/** Whether the provider says what choosing a seat costs. */
export function isSeatPriced(offer: Pick<FlightOffer, 'flight'>): boolean {
  const choice = conditionOf(offer, 'seatChoice')
  return choice !== undefined && (!choice.charged || choice.fee !== undefined)
}

const countText = (count: number | undefined, t: Words['t']): string | null =>
  count === undefined ? null : count === 0 ? t('factNo') : String(count)

function checkedBagText(offer: FlightOffer, words: Words): string | null {
  const { t } = words
  const { pieces, weight_kg: weight } = offer.flight.bags?.checked ?? {}
  const isNone = pieces === 0 || (pieces === undefined && weight === 0)
  if (isNone) return chargeText(conditionOf(offer, 'firstCheckedBag'), 'factIncluded', words) ?? t('factNo')
  if (weight === undefined) return countText(pieces, t)
  return pieces === undefined ? t('kilograms', { kg: weight }) : t('checkedPiecesOf', { pieces, weight })
}

function refundFact(offer: FlightOffer, words: Words): string | null {
  const isPossible = offer.flight.fare?.refundable
  if (isPossible === false) return words.t('factNo')
  return chargeText(conditionOf(offer, 'refund'), 'factFree', words) ?? (isPossible ? words.t('factPossible') : null)
}

/** Provider texts, in lower case, that state the same fact. */
const factOfText: Record<string, TextKey<'flights'>> = {
  'refundable ticket': 'refund',
  'refund before departure': 'refund',
  'refunds anytime': 'refund',
  'changeable ticket': 'change',
  'change before departure': 'change',
  'change anytime': 'change',
  'pre reserved seat assignment': 'seatChoice',
  'standard seat selection': 'seatChoice',
  'meal beverage': 'meal',
  meal: 'meal',
  'lounge access': 'lounge',
  'first checked bag': 'firstCheckedBag',
}

const factOf = ({ text }: FareCondition): TextKey<'flights'> | undefined =>
  nameIn(factOfText, text.trim().replaceAll('_', ' ').toLowerCase())

/** Whether a condition says what choosing a seat costs, as `seatText` does. */
export const isSeatChoice = (condition: FareCondition): boolean => factOf(condition) === 'seatChoice'

/** The fare's condition about a fact: a charged one, if any, so that a fare never looks better than it is. */
function conditionOf({ flight }: Pick<FlightOffer, 'flight'>, fact: TextKey<'flights'>): FareCondition | undefined {
  const found = (flight.fare?.conditions ?? []).filter((condition) => factOf(condition) === fact)
  return found.find(({ charged }) => charged) ?? found[0]
}

function chargeText(
  condition: FareCondition | undefined,
  free: 'factFree' | 'factIncluded',
  { t, locale }: Words,
): string | null {
  if (condition === undefined) return null
  const { charged, fee } = condition
  if (!charged) return t(free)
  return fee ? t('factFee', { price: formatPrice(fee.amount, fee.currency, locale) }) : t('factCharged')
}
