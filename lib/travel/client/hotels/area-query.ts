import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { type AreaMap, fromAreaKm } from '../../model/area-geometry.ts'
import { type MapSize, type MapView, radiusOf } from '../../model/hotels/map-view.ts'
import { writeHotelQuery } from '../../model/hotels/write-hotel-query.ts'
import { withListed } from '../list-query.ts'
import { hotelList } from './hotel-list-query.ts'

/** Drops the distance filter: another centre has other distances. */
const kept = hotelList.names.filter((name) => name !== hotelList.urlKeys.distance)

/** The same search in the area of a map, with the order and filters of the list's URL. */
export function areaQuery(search: HotelSearch, area: AreaMap, view: MapView, size: MapSize, listed: string): string {
  const { place: _place, ...rest } = search
  const { lat, lon } = fromAreaKm(area.centre, view)
  // Four decimals are about ten metres.
  const point = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) }
  return withListed(writeHotelQuery({ ...rest, ...point, radius_km: radiusOf(view, size) }), listed, kept)
}
