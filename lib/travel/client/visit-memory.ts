import { createRecentAnswers, FRESH_MS, type RecentAnswers } from '#lib/platform/client/recent-answers.ts'
import type { DateCell } from '../model/flights/date-price.ts'
import type { FlightFormValues } from '../model/flights/flight-form.ts'
import type { FlightOffer } from '../model/flights/flight-offer.ts'
import type { HotelFormValues } from '../model/hotels/hotel-form.ts'
import type { HotelOffer } from '../model/hotels/hotel-offer.ts'
import type { PlaceNames } from '../model/place-names.ts'
import type { Found } from '../model/results/found.ts'
import type { SearchState } from '../model/results/search-stream.ts'
import type { AnsweredHotelOffers } from './hotels/open-hotel-offers.ts'

const MAX_SEARCHES = 4
const MAX_DAYS = 200
const MAX_OPENED_HOTELS = 50

interface RememberedSearch<Item extends Found> {
  state: SearchState<Item>
  /** Whether the state is recent. Otherwise the search runs again; the old prices stay visible meanwhile. */
  isFresh: boolean
}

/** A page's scroll position in px: a row and its place in the window, or the distance scrolled. */
interface ScrollPlace {
  top: number
  row: { key: string; top: number } | null
}

/** The answers to the last searches of one kind. */
export interface SearchMemory<Item extends Found> {
  recall: (query: string) => RememberedSearch<Item> | undefined
  /** Stores the results of a finished search, unless it has no offers. */
  keep: (query: string, state: SearchState<Item>) => void
  /** Stores results to show until the search of this query answers. */
  carry: (query: string, state: SearchState<Item>) => void
}

/** A form of a home page, with the names of its places. */
export interface FilledForm<Values> {
  initial: Values
  names: PlaceNames
}

/** The form of a home page as it was left. */
export interface LeftForm<Values> {
  /** The form, if the browser's history led to this URL. */
  recall: (address: string) => FilledForm<Values> | undefined
  keep: (form: FilledForm<Values>) => void
}

/** What an open tab remembers of its results, so that Back restores them. */
export interface VisitMemory {
  flights: SearchMemory<FlightOffer>
  hotels: SearchMemory<HotelOffer>
  /** The lowest price from a search for another day, by its query. */
  days: RecentAnswers<DateCell>
  /** All offers of each opened hotel. */
  hotelOffers: RecentAnswers<AnsweredHotelOffers>
  flightForm: LeftForm<FlightFormValues>
  hotelForm: LeftForm<HotelFormValues>
  /** Records that a form has opened its results. */
  noteSearch: () => void
  /** Whether a form has opened these results: once. */
  takeSearch: () => boolean
  /** Records the scroll position in a search's results. */
  noteScroll: (query: string, place: ScrollPlace) => void
  /** Records that the browser's history led to a URL. */
  noteReturn: (address: string) => void
  /** The scroll position to restore in a search's results: once, and only at a URL that the history led to. */
  takeScroll: (query: string, address: string) => ScrollPlace | undefined
}

export function createVisitMemory(now: () => number): VisitMemory {
  const scrolls = new Map<string, ScrollPlace>()
  let returnedTo: string | undefined
  let isSearched = false

  function createLeftForm<Values>(): LeftForm<Values> {
    let left: FilledForm<Values> | undefined
    return {
      recall: (address) => (returnedTo === address ? left : undefined),
      keep(form) {
        left = form
      },
    }
  }

  return {
    flights: createSearchMemory(now),
    hotels: createSearchMemory(now),
    days: createRecentAnswers(now, MAX_DAYS),
    hotelOffers: createRecentAnswers(now, MAX_OPENED_HOTELS),
    flightForm: createLeftForm(),
    hotelForm: createLeftForm(),
    noteSearch() {
      isSearched = true
      // A link to the page that Back had opened leads to a new form.
      returnedTo = undefined
    },
    takeSearch() {
      const wasSearched = isSearched
      isSearched = false
      return wasSearched
    },
    noteScroll(query, place) {
      scrolls.set(query, place)
    },
    noteReturn(address) {
      returnedTo = address
      isSearched = false
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
      const known = searches.get(query)
      searches.delete(query)
      // The same answer keeps its age.
      searches.set(query, { state, keptAtMs: known?.state.sources === state.sources ? known.keptAtMs : now() })
      const [oldest] = searches.keys()
      if (oldest !== undefined && searches.size > MAX_SEARCHES) searches.delete(oldest)
    },
    carry(query, state) {
      searches.set(query, { state, keptAtMs: Number.NEGATIVE_INFINITY })
    },
  }
}
