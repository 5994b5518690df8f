import { inList } from '../in-list.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { firstByMeasures } from '../results/sort-by-measures.ts'
import { restriction } from './audience.ts'
import type { HotelItem } from './hotel-item.ts'
import { hotelOrder } from './sort.ts'
import { type Comparison, dueTotal, isComparable } from './total.ts'
import { offerTotal, type TotalContext } from './total-words.ts'

const byTotal = hotelOrder('price', 0)

/** What the tag of one hotel says: "$486", or "price not known" if its parts cannot be added up. */
export const tagPrice = ({ offer }: HotelItem, writing: TotalContext): string =>
  dueTotal(offer.hotel, writing.comparison) ? offerTotal(offer, writing) : writing.t('priceNotKnown')

/**
 * The hotel of a group with the lowest total. Without exchange rates there may be none: a total is not known, or the
 * totals are in several currencies.
 */
export function lowestOf(items: readonly HotelItem[], comparison: Comparison): HotelItem | 'unknown' | 'currencies' {
  const totals = items.map(({ offer }) => dueTotal(offer.hotel, comparison)?.price)
  if (totals.includes(undefined)) return 'unknown'
  const isRanked =
    items.every(({ compared }) => isComparable(compared)) || new Set(totals.map((total) => total?.currency)).size === 1
  return (isRanked && firstByMeasures(items, byTotal)) || 'currencies'
}

/** The accessible name of a tag. */
export function tagLabel(items: readonly [HotelItem, ...HotelItem[]], writing: TotalContext): string {
  const { t, comparison } = writing
  const [{ offer }, ...others] = items
  const kind = restriction(offer.hotel)
  const name = inList([readablePlaceName(offer.hotel.name), kind && t(kind)], t)
  const lowest = lowestOf(items, comparison)
  if (typeof lowest !== 'string') {
    const price = tagPrice(lowest, writing)
    return others.length === 0 ? t('tag', { name, price }) : t('tagMore', { name, price, count: others.length })
  }
  return others.length === 0
    ? inList([name, t('priceNotKnown')], t)
    : inList([t('tagMany', { count: items.length, why: lowest }), name], t)
}
