import { createQueryParser } from '#lib/platform/server/http/input-error.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'

const readFlightQuery = createQueryParser(FlightSearch)
const readHotelQuery = createQueryParser(HotelSearch)

/** The search in the query of a results page, without the page's own parameters (filters). Its dates may be past. */
export const readFlightSearch = (query: string) => readFlightQuery(only(query, FlightSearch.shape))
export const readHotelSearch = (query: string) => readHotelQuery(only(query, HotelSearch.shape))

function only(query: string, shape: object): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(shape, name)))
}
