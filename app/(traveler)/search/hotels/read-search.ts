import * as z from 'zod'
import { AREA_NAME, type HotelFormValues, hotelFormOf } from '#lib/client/hotel-form.ts'
import type { PlaceNames } from '#lib/client/search-form.ts'
import type { Places } from '#lib/places/places.ts'
import { hotelSearchInput } from '#lib/search/hotel-search-input.ts'
import { checkHotelDays, readHotelQuery, writeHotelQuery } from '#lib/travel/hotels/hotel-query.ts'
import { placeTitle } from '#lib/travel/pick-place.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { namesOf } from '../../names-of.ts'

export type RequestedStay =
  | {
      ok: true
      search: HotelSearch
      query: string
      form: HotelFormValues
      centre: { lat: number; lon: number }
      /** What every offer of one hotel is asked for with. */
      stay: Record<string, unknown>
      today: string
    }
  | { ok: false; problems: Record<string, string>; form: HotelFormValues }

/** What a checked search tells the skill of where and when. */
const Where = z.object({ lat: z.number(), lon: z.number(), time_zone: z.string() })

/** The search of an address, checked as the search route checks it. */
export function readStay(query: URLSearchParams, places: Places, nowMs: number): RequestedStay {
  const read = readHotelQuery(query)
  if (!read.ok) {
    const { partial } = read
    // The schema stops at what it can see; the calendar is checked beside it, so that every wrong field is named.
    const today = toLocalTime('UTC', nowMs).slice(0, 10)
    const days = checkHotelDays(partial, today)
    return { ok: false, problems: { ...days, ...read.errors }, form: hotelFormOf(partial) }
  }
  const { search } = read
  const checked = hotelSearchInput(search, places, nowMs)
  const form = hotelFormOf(search)
  if (!checked.ok) return { ok: false, problems: checked.details, form }
  const { lat, lon, time_zone } = Where.parse(checked.input.params)
  const { check_in, check_out, adults, rooms, child_ages, currency } = search
  return {
    ok: true,
    search,
    query: writeHotelQuery(search),
    form,
    centre: { lat, lon },
    stay: { lat, lon, time_zone, check_in, check_out, adults, rooms, child_ages, currency },
    today: toLocalTime(time_zone, nowMs).slice(0, 10),
  }
}

/** The name of the place that was asked for, or of the area around a point. */
export function stayNames({ place, lat, lon }: HotelFormValues, places: Places): PlaceNames {
  if (place !== '' || lat === null || lon === null) return namesOf([place], places)
  const near = places.nearest(lat, lon)
  return { [AREA_NAME]: near ? `Map area near ${placeTitle(near)}` : 'Map area' }
}
