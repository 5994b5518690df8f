import type { QueryClient } from '@tanstack/react-query'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { ExchangeRates } from '../model/exchange-rates.ts'
import { convertFlight } from '../model/flights/convert-flight.ts'
import type { FlightOffer } from '../model/flights/flight-offer.ts'
import { writeFlightQuery } from '../model/flights/write-flight-query.ts'
import { convertHotel } from '../model/hotels/convert-hotel.ts'
import type { HotelOffer } from '../model/hotels/hotel-offer.ts'
import { writeHotelQuery } from '../model/hotels/write-hotel-query.ts'
import { convertResults } from '../model/results/converted.ts'
import type { Found, SearchKind } from '../model/results/found.ts'
import type { SearchState } from '../model/results/search-stream.ts'
import { askRates } from './ask-rates.ts'
import { flightList } from './flights/flight-list-query.ts'
import { hotelList } from './hotels/hotel-list-query.ts'
import { type ListQuery, withListed } from './list-query.ts'
import { searchKey } from './search-query.ts'

/** A search whose list is shown, with what it has found. */
interface Shown<Search, Item extends Found> {
  search: Search
  state: SearchState<Item>
  client: QueryClient
  currency: string
}

/** The URL of a flight search in another currency. Until it answers, its page shows the converted prices. */
export async function flightsIn({ search, currency, ...shown }: Shown<FlightSearch, FlightOffer>): Promise<string> {
  const query = writeFlightQuery({ ...search, currency })
  await carry('flights', shown, query, (state, rates) => convertResults(state, currency, rates, convertFlight))
  return `/search/flights?${withFilters(query, flightList)}`
}

/** Like `flightsIn`, for stays. A price limit counts only in its own currency. */
export async function hotelsIn({ search, currency, ...shown }: Shown<HotelSearch, HotelOffer>): Promise<string> {
  const { price_min: _min, price_max: _max, ...rest } = search
  const query = writeHotelQuery({ ...rest, currency })
  await carry('hotels', shown, query, (state, rates) => convertResults(state, currency, rates, convertHotel))
  return `/search/hotels?${withFilters(query, hotelList)}`
}

async function carry<Item extends Found>(
  kind: SearchKind,
  { state, client }: Pick<Shown<unknown, Item>, 'state' | 'client'>,
  query: string,
  convert: (state: SearchState<Item>, rates: ExchangeRates) => SearchState<Item> | null,
): Promise<void> {
  const rates = await client.fetchQuery({ queryKey: ['rates'], queryFn: askRates }).catch(() => null)
  const converted = rates && convert(state, rates)
  // Stale from the start: the page of the query shows these results until its search answers.
  if (converted) client.setQueryData(searchKey(kind, query), converted, { updatedAt: 0 })
}

const withFilters = (query: string, { names }: ListQuery): string =>
  withListed(
    query,
    window.location.search,
    names.filter((name) => name !== 'price'),
  )
