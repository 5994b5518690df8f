import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { type AreaMap, fromAreaKm } from '../../travel/area-geometry.ts'
import { writeHotelQuery } from '../../travel/hotels/hotel-query.ts'
import { type MapSize, type MapView, radiusOf } from '../../travel/hotels/map-view.ts'
import { withListed } from '../list-query.ts'
import { hotelListNames, hotelUrlKeys } from './hotel-list-query.ts'

/** Of another centre the distances are others. */
const kept = hotelListNames.filter((name) => name !== hotelUrlKeys.distance)

/** The same search around what a map shows, with the order and the filters of the list's address. */
export function areaQuery(search: HotelSearch, area: AreaMap, view: MapView, size: MapSize, listed: string): string {
  const { place: _place, ...rest } = search
  const { lat, lon } = fromAreaKm(area.centre, view)
  // A ten-thousandth of a degree is some ten metres.
  const point = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) }
  return withListed(writeHotelQuery({ ...rest, ...point, radius_km: radiusOf(view, size) }), listed, kept)
}
