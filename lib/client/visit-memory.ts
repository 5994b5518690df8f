import type { DayPrice } from '../travel/flights/day-price.ts'
import type { FlightOffer } from '../travel/flights/flight-offer.ts'
import type { HotelOffer } from '../travel/hotels/hotel-offer.ts'
import type { Found } from '../travel/results/found.ts'
import type { SearchState } from '../travel/results/search-stream.ts'

const MOST_SEARCHES = 4
/** An answer older than this is asked for anew when somebody comes back to it; its prices stand meanwhile. */
const FRESH_MS = 5 * 60_000

interface RememberedSearch<Item extends Found> {
  state: SearchState<Item>
  isFresh: boolean
}

/** Where a page is scrolled to: a row and where it stands in the window, or how far the page is scrolled; in px. */
interface ScrollPlace {
  top: number
  row: { key: string; top: number } | null
}

/** The answers to the last searches of one kind. */
export interface SearchMemory<Item extends Found> {
  recall: (query: string) => RememberedSearch<Item> | undefined
  /** Keeps what a search has found; without an offer there is nothing to come back to. */
  keep: (query: string, state: SearchState<Item>) => void
}

/** What one open tab remembers of its results, so that Back finds them where they were left. */
export interface VisitMemory {
  flights: SearchMemory<FlightOffer>
  hotels: SearchMemory<HotelOffer>
  /** The lowest price of a search that was asked for beside another one; forgotten with time as answers are. */
  recallDay: (query: string) => DayPrice | undefined
  keepDay: (query: string, price: DayPrice) => void
  /** Notes where the results of a search are scrolled to. */
  noteScroll: (query: string, place: ScrollPlace) => void
  /** Notes that the browser's history led to an address. */
  noteReturn: (address: string) => void
  /** Where to scroll to in the results of a search: once, and only at an address that the history led to. */
  takeScroll: (query: string, address: string) => ScrollPlace | undefined
}

export function createVisitMemory(now: () => number): VisitMemory {
  const days = new Map<string, { price: DayPrice; keptAtMs: number }>()
  const scrolls = new Map<string, ScrollPlace>()
  let returnedTo: string | undefined
  return {
    flights: createSearchMemory(now),
    hotels: createSearchMemory(now),
    recallDay(query) {
      const found = days.get(query)
      return found && now() - found.keptAtMs < FRESH_MS ? found.price : undefined
    },
    keepDay(query, price) {
      if (price.state !== 'unknown') days.set(query, { price, keptAtMs: now() })
    },
    noteScroll(query, place) {
      scrolls.set(query, place)
    },
    noteReturn(address) {
      returnedTo = address
    },
    takeScroll(query, address) {
      if (returnedTo !== address) return undefined
      returnedTo = undefined
      return scrolls.get(query)
    },
  }
}

function createSearchMemory<Item extends Found>(now: () => number): SearchMemory<Item> {
  const searches = new Map<string, { state: SearchState<Item>; keptAtMs: number }>()
  return {
    recall(query) {
      const found = searches.get(query)
      return found && { state: found.state, isFresh: now() - found.keptAtMs < FRESH_MS }
    },
    keep(query, state) {
      const hasOffers = state.sources.some(
        ({ progress }) => progress.state === 'answered' && progress.offers.length > 0,
      )
      if (!hasOffers || state.phase !== 'done') return
      searches.delete(query)
      searches.set(query, { state, keptAtMs: now() })
      const [oldest] = searches.keys()
      if (oldest !== undefined && searches.size > MOST_SEARCHES) searches.delete(oldest)
    },
  }
}
