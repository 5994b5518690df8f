import type { FlightFormValues } from '../model/flights/flight-form.ts'
import type { HotelFormValues } from '../model/hotels/hotel-form.ts'
import type { PlaceNames } from '../model/place-names.ts'

/** A page's scroll position in px: a row and its place in the window, or the distance scrolled. */
interface ScrollPlace {
  top: number
  row: { key: string; top: number } | null
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

/** What an open tab remembers of its pages besides their queries, so that Back restores them. */
export interface VisitMemory {
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

export function createVisitMemory(): VisitMemory {
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
