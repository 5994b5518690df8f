import type { Stay } from './hotels.ts'
import { faultKey, hotelFaultKey, type TestFault, tripFaultKey } from './provider-server.ts'
import type { Search } from './searches.ts'
import { setting } from './setting.ts'

async function control(method: 'PUT' | 'DELETE', key: string, body?: TestFault): Promise<void> {
  const url = `${setting('TRAVEL_E2E_PROVIDER_CONTROL')}/${key}`
  const response = await fetch(url, { method, ...(body && { body }) })
  if (!response.ok) throw new Error(`The provider refused the fault with ${response.status}`)
}

const flightKey = (search: Search) => faultKey({ ...search, max: search.max_results })
const stayKey = ({ place, radius_km }: Stay) => hotelFaultKey({ place, radiusKm: radius_km })

/** Makes the provider fail this flight search, and no other, with this fault. */
export const failSearch = (search: Search, fault: TestFault): Promise<void> => control('PUT', flightKey(search), fault)

/** Makes the provider fail this multi-city search, and no other, with this fault. A flight: `AMS-NYC-2027-03-01`. */
export const failTrip = (flights: readonly string[], fault: TestFault): Promise<void> =>
  control('PUT', tripFaultKey(flights), fault)

/** Removes the fault of this flight search. */
export const healSearch = (search: Search): Promise<void> => control('DELETE', flightKey(search))

/** Makes the provider fail this hotel search, and no other, with this fault. */
export const failStay = (stay: Stay, fault: TestFault): Promise<void> => control('PUT', stayKey(stay), fault)

/** Removes the fault of this hotel search. */
export const healStay = (stay: Stay): Promise<void> => control('DELETE', stayKey(stay))
