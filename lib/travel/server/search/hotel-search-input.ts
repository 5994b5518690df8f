import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { partyOf } from '#runner/contract/capabilities/room-guests.ts'
import { type FieldFault, faultOf } from '#runner/contract/field-fault.ts'
import type { SkillInput } from '#runner/contract/skill-io.ts'
import { checkHotelDays } from '../../model/hotels/hotel-query.ts'
import { toLocalTime } from '../../model/zoned-time.ts'
import { metroAreas } from '../places/metro-areas.ts'
import type { PlaceDetail } from '../places/places.ts'
import { checkCurrency } from './check-currency.ts'
import type { SearchCheck } from './stream-search.ts'

type KnownPlaces = {
  byCode(code: string): PlaceDetail | undefined
  nearest(lat: number, lon: number): PlaceDetail | undefined
}

/** The location of a search in the input of a skill. */
type Where = { readonly place?: string; readonly lat: number; readonly lon: number; readonly time_zone: string }

/**
 * Makes the server-side checks of a search (known places, no past dates at the hotels) and builds the input for every
 * skill with the hotel capability.
 */
export function hotelSearchInput(search: HotelSearch, places: KnownPlaces, nowMs: number): SearchCheck {
  const { place, lat, lon, max_results, board, price_min, price_max, room_guests, ...stay } = partyOf(search)
  const where = findWhere(search, places)
  const faults: Record<string, FieldFault> = {}
  if (where === undefined) {
    const value = String(place)
    faults.place = faultOf(`${value} is not a city or airport that we know: choose another`, { code: 'unknown', value })
  }
  Object.assign(faults, checkCurrency(search))
  Object.assign(faults, checkHotelDays(search, todayAtHotels(search, places, nowMs)))
  if (where === undefined || Object.keys(faults).length > 0) return { ok: false, faults }
  // Drops undefined wishes, which JSON cannot represent.
  const wishes = {
    ...(room_guests === undefined ? {} : { room_guests }),
    ...(board === undefined ? {} : { board }),
    ...(price_min === undefined ? {} : { price_min }),
    ...(price_max === undefined ? {} : { price_max }),
  }
  return {
    ok: true,
    input: {
      action: 'search_hotels',
      params: { ...where, ...stay, ...wishes },
      config: { max_results },
    },
  }
}

/** The parameters of a request for all offers of one hotel, without the hotel: the stay in the input of a search. */
export function stayOf({ params }: SkillInput): Record<string, unknown> {
  const { lat, lon, time_zone, check_in, check_out, adults, rooms, child_ages, room_guests, currency } = params
  const stay = { lat, lon, time_zone, check_in, check_out, adults, rooms, child_ages, currency }
  return room_guests === undefined ? stay : { ...stay, room_guests }
}

/** Today's date at the hotels of a search; in UTC if its place is unknown. */
export function todayAtHotels(search: HotelSearch, places: KnownPlaces, nowMs: number): string {
  return toLocalTime(findWhere(search, places)?.time_zone ?? 'UTC', nowMs).slice(0, 10)
}

/**
 * A city's code, with its centre. An airport whose code differs from its city's becomes the point of the airport. An
 * area of several cities becomes a point too, because providers do not know its code.
 */
function findWhere({ place, lat, lon }: HotelSearch, places: KnownPlaces): Where | undefined {
  if (place === undefined) {
    if (lat === undefined || lon === undefined) return undefined
    return { lat, lon, time_zone: places.nearest(lat, lon)?.zone ?? 'UTC' }
  }
  const found = places.byCode(place)
  if (found === undefined) return undefined
  const time_zone = found.zone
  if (metroAreas.some(({ code, wide }) => wide && code === place)) return { ...found.centre, time_zone }
  if (found.cityCode !== place) return { lat: found.lat, lon: found.lon, time_zone }
  return { place, ...found.centre, time_zone }
}
