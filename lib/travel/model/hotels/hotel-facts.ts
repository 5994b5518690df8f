import { wholeCurrencies } from '../currencies-writer.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { niceBounds, steppedBounds } from '../results/bounds.ts'
import { daysFree } from './filters.ts'
import type { HotelGroup, HotelItem } from './hotel-item.ts'
import { isForAnyone } from './hotel-offer.ts'
import { isComparable } from './total.ts'
import { shownInRow } from './total-words.ts'

/**
 * A name for each chain code of a list: the words that all its hotels' names share. Providers send only codes. A chain
 * keeps its code if it has only one hotel in the list, or if its hotels share only generic or short words.
 */
export function chainNamesOf(items: readonly HotelItem[]): Record<string, string> {
  const shared = new Map<string, { words: string[]; hotels: number }>()
  for (const { offer } of items) {
    const { chain, name } = offer.hotel
    if (chain === undefined) continue
    const words = name.split(/\s+/)
    const known = shared.get(chain)
    if (!known) shared.set(chain, { words, hotels: 1 })
    else {
      const own = new Set(words.map((word) => word.toLowerCase()))
      shared.set(chain, { words: known.words.filter((word) => own.has(word.toLowerCase())), hotels: known.hotels + 1 })
    }
  }
  return Object.fromEntries(
    [...shared].flatMap(([chain, { words, hotels }]) => {
      const isName = hotels > 1 && words.some((word) => word.length > 2 && !common.has(word.toLowerCase()))
      return isName ? [[chain, readablePlaceName(words.join(' '))]] : []
    }),
  )
}

/** Generic words that do not identify a chain. */
const common = new Set(
  [
    'hotel hotels hôtel hostel inn suites resort residence résidence apartments palace',
    'the and des les del della dei los las der die das und van het',
  ].flatMap((words) => words.split(' ')),
)

export type HotelFacts = ReturnType<typeof hotelFacts>

/**
 * Facts of a whole list, which filters do not change.
 *
 * @param hasConditions whether the prices include offers that only some travelers can book
 */
export function hotelFacts(groups: readonly HotelGroup[], currency: string, hasConditions: boolean) {
  const hotels = groups.map(({ rates: [first] }) => first)
  const rates = groups.flatMap((group) => group.rates)
  const listed = rates.filter(({ offer }) => hasConditions || isForAnyone(offer.hotel))
  const prices = listed.flatMap(({ compared }) => (isComparable(compared) ? compared.amount : []))
  const lowestPrice = Math.min(...prices)
  return {
    /** The lowest comparable total, in the currency of the list. */
    lowestPrice,
    /** The codes of the currencies that rows, tabs, tags and filters write without decimals, for `listWriter`. */
    whole: wholeCurrencies([
      { amount: lowestPrice, currency },
      ...rates.flatMap(({ offer }) => shownInRow(offer.hotel)),
    ]),
    price: niceBounds(prices),
    distance: niceBounds(hotels.flatMap(({ offer }) => offer.hotel.distance_km ?? [])),
    /** The days of free cancellation before check-in, and the day from which they are counted. */
    freeDays: steppedBounds(
      rates.map(({ offer, free }) => daysFree(offer.hotel.check_in, free)).filter(Number.isFinite),
      1,
    ),
    checkIn: hotels[0]?.offer.hotel.check_in ?? '',
    /** The names of hotel chains, by code. */
    chainNames: chainNamesOf(hotels),
  }
}
