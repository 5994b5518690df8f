import type { Price } from '#runner/contract/travel-fields.ts'
import { inList } from '../in-list.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { firstByMeasures } from '../results/sort-by-measures.ts'
import type { HotelItem } from './hotel-item.ts'
import { restriction } from './hotel-offer.ts'
import { hotelOrder } from './sort.ts'
import { isComparable } from './total.ts'
import { dueSums, offerTotal, type TotalContext } from './total-words.ts'

const byTotal = hotelOrder('price', 0)

/**
 * The hotel of a group with the lowest total. Undefined if that is not known: without exchange rates, a total may be in
 * other currencies than the others.
 */
export function lowestOf(items: readonly HotelItem[]): HotelItem | undefined {
  if (items.every(({ compared }) => isComparable(compared))) return firstByMeasures(items, byTotal)
  const totals = items.map(({ offer }) => dueSums(offer.hotel))
  if (totals.some(({ unknown }) => unknown.length > 0)) return undefined
  return items.find((_, at) => totals.every(({ sums }) => isAtMost(totals[at]?.sums ?? [], sums)))
}

/** Whether two totals are in the same currencies, and the first one is higher in none. */
const isAtMost = (total: readonly Price[], other: readonly Price[]): boolean =>
  total.length === other.length &&
  total.every(({ amount, currency }) => other.some((one) => one.currency === currency && amount <= one.amount))

/** The accessible name of a tag. */
export function tagLabel(items: readonly [HotelItem, ...HotelItem[]], writing: TotalContext): string {
  const { t } = writing
  const [{ offer }, ...others] = items
  const kind = restriction(offer.hotel)
  const name = inList([readablePlaceName(offer.hotel.name), kind && t(kind)], t)
  const lowest = lowestOf(items)
  if (!lowest) return inList([t('tagMany', { count: items.length }), name], t)
  const price = offerTotal(lowest.offer, writing)
  return others.length === 0 ? t('tag', { name, price }) : t('tagMore', { name, price, count: others.length })
}
