import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import { SkillInput } from '#runner/contract/skill-io.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import { writeHotelQuery } from '../../model/hotels/write-hotel-query.ts'
import type { SaveOffer } from '../../model/saved-offer.ts'
import type { Places } from '../places/places.ts'
import { flightSearchInput } from '../search/flight-search-input.ts'
import { hotelSearchInput, stayOf } from '../search/hotel-search-input.ts'
import { readFlightSearch, readHotelSearch } from '../search/read-search.ts'
import type { SearchCheck } from '../search/stream-search.ts'

/** The search of an offer. */
export type TripSearch = {
  readonly capability: 'C-FLIGHT-SEARCH' | 'C-HOTEL-SEARCH'
  /** The same text for the same search. */
  readonly query: string
  /** The inputs whose answers may contain the offer, the likeliest first. */
  readonly inputs: readonly SkillInput[]
  /** The time zone of the hotels. */
  readonly zone?: string
}

/**
 * Reads the search in the query of a results page, and ignores the page's own parameters, such as filters. A stored
 * `kind` is a text: `flights`, or else hotels.
 */
export function tripSearch(
  wanted: Pick<SaveOffer, 'search' | 'hotel_id'> & { readonly kind: string },
  places: Places,
  nowMs: number,
): Outcome<TripSearch> {
  if (wanted.kind === 'flights') {
    const read = readFlightSearch(wanted.search)
    if (!read.ok) return read
    const checked = flightSearchInput(read.value, places, nowMs)
    return searchOf('C-FLIGHT-SEARCH', writeFlightQuery(read.value), checked, ({ input }) => [input])
  }
  const read = readHotelSearch(wanted.search)
  if (!read.ok) return read
  const checked = hotelSearchInput(read.value, places, nowMs)
  return searchOf('C-HOTEL-SEARCH', writeHotelQuery(read.value), checked, ({ input }) =>
    wanted.hotel_id === undefined ? [input] : [offersOfHotel(input, wanted.hotel_id), input],
  )
}

/** The request of an open row for all offers of its hotel. */
function offersOfHotel(input: SkillInput, hotel_id: string): SkillInput {
  return SkillInput.parse({ action: 'hotel_offers', params: { ...stayOf(input), hotel_id } })
}

function searchOf(
  capability: TripSearch['capability'],
  query: string,
  checked: SearchCheck,
  inputsOf: (checked: SearchCheck & { ok: true }) => readonly SkillInput[],
): Outcome<TripSearch> {
  if (!checked.ok) return refuseFields(checked.faults)
  const zone = checked.input.params.time_zone
  const inputs = inputsOf(checked)
  return { ok: true, value: { capability, query, inputs, ...(typeof zone === 'string' ? { zone } : {}) } }
}
