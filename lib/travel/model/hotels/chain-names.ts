import { readablePlaceName } from '../readable-place-name.ts'
import type { HotelItem } from './hotel-item.ts'

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
