import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { addDays } from '../offset-time.ts'
import type { DateCell } from './date-price.ts'
import { canSearch, searchOn } from './search-on.ts'

/** Days to offer with an unknown price, in order of preference. */
const steps = [-1, 1, 3, 2, -2, -3, 4, -4, 5, -5, 6, -6, 7, -7]
/**
 * How many days away a day with a known price may be. The prices come from the weeks that a reader viewed in the strip
 * of days.
 */
const KNOWN_REACH = 28
const MAX_OFFERED = 3

/** The search on another day, with that day's lowest price if it is known. */
interface OtherDay {
  search: FlightSearch
  price: Price | null
}

/**
 * At most three alternative days that can be searched, without days that are known to have no flights. Prefers days
 * with a known price. The cheapest of these comes first, then the others by date.
 */
export function otherDays(
  search: FlightSearch,
  { today, known }: { today: string; known: (date: string) => DateCell | undefined },
): OtherDay[] {
  const on = (step: number): OtherDay | [] => {
    const other = searchOn(search, addDays(search.date, step))
    const found = known(other.date)
    if (!canSearch(other, today) || found?.state === 'none') return []
    // Prices in other currencies cannot be compared.
    const isKnown = found?.state === 'priced' && found.price.currency === search.currency
    return { search: other, price: isKnown ? found.price : null }
  }
  const [cheapest, ...priced] = reach
    .flatMap(on)
    .filter(({ price }) => price !== null)
    .toSorted((a, b) => amountOf(a) - amountOf(b))
  const unpriced = steps.flatMap(on).filter(({ price }) => price === null)
  const all = cheapest ? [...priced, ...unpriced] : unpriced
  const others = all.slice(0, MAX_OFFERED - (cheapest ? 1 : 0))
  return [...(cheapest ? [cheapest] : []), ...others.toSorted((a, b) => (a.search.date < b.search.date ? -1 : 1))]
}

/** The nearest days first, so that the nearest of equally cheap days wins. */
const reach = Array.from({ length: KNOWN_REACH }, (_, at) => [-at - 1, at + 1]).flat()

const amountOf = ({ price }: OtherDay): number => price?.amount ?? Number.POSITIVE_INFINITY
