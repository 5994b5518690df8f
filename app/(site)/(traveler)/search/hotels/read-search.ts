import * as z from 'zod'
import type { PageLanguage } from '#lib/platform/model/languages.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { AREA_NAME, type HotelFormValues, hotelFormOf, IS_MAP_AREA } from '#lib/travel/model/hotels/hotel-form.ts'
import { checkHotelDays, type HotelFieldFaults, readHotelQuery } from '#lib/travel/model/hotels/hotel-query.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { placeTitle } from '#lib/travel/model/pick-place.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import type { Gazetteer } from '#lib/travel/server/places/gazetteer.ts'
import { inLanguage } from '#lib/travel/server/places/in-language.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { placeOf } from '#lib/travel/server/places/search-stays.ts'
import { hotelSearchInput, stayOf } from '#lib/travel/server/search/hotel-search-input.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { FieldFaults } from '#runner/contract/field-fault.ts'
import { namesOf } from '../../names-of.ts'

type RequestedStay =
  | {
      ok: true
      search: HotelSearch
      query: string
      form: HotelFormValues
      centre: { lat: number; lon: number }
      /** The parameters of a request for all offers of one hotel. */
      stay: Record<string, unknown>
      today: string
    }
  | { ok: false; problems: HotelFieldFaults | FieldFaults; form: HotelFormValues }

/** The place of a validated search, as the skill receives it. */
const Where = z.object({ lat: z.number(), lon: z.number(), time_zone: z.string() })

/** Reads the search from the URL and validates it as the search route does. */
export function readStay(query: URLSearchParams, places: Places, nowMs: number): RequestedStay {
  const read = readHotelQuery(query)
  if (!read.ok) {
    const { partial } = read
    // The schema cannot check dates against today, so both checks run: the user sees every invalid field.
    const today = toLocalTime(zoneOf(partial, places) ?? 'UTC', nowMs).slice(0, 10)
    const days = checkHotelDays(partial, today)
    // The form has no fields to correct price limits in.
    const { price_min: _least, price_max: _most, ...others } = partial
    const form = hotelFormOf(read.errors.price_max === undefined ? partial : others)
    return { ok: false, problems: { ...days, ...read.errors }, form }
  }
  const { search } = read
  const checked = hotelSearchInput(search, places, nowMs)
  const form = hotelFormOf(search)
  if (!checked.ok) return { ok: false, problems: checked.faults, form }
  const { lat, lon, time_zone } = Where.parse(checked.input.params)
  return {
    ok: true,
    search,
    query: writeHotelQuery(search),
    form,
    centre: { lat, lon },
    stay: stayOf(checked.input),
    today: toLocalTime(time_zone, nowMs).slice(0, 10),
  }
}

/** The time zone of the requested place, if it is known. */
function zoneOf({ place, lat, lon }: Partial<HotelSearch>, places: Places): string | undefined {
  if (place !== undefined) return places.zoneOf(place)
  return lat === undefined || lon === undefined ? undefined : places.nearest(lat, lon)?.zone
}

interface StayNaming {
  places: Places
  gazetteer: Gazetteer
  language: PageLanguage
  t: Texts<'hotels'>
}

/** The requested place's name: the name of its code, the gazetteer's name for the point, or "area near …". */
export function stayNames(
  { place, lat, lon }: HotelFormValues,
  { places, gazetteer, language, t }: StayNaming,
): PlaceNames {
  if (place !== '' || lat === null || lon === null) return namesOf([place], places, language)
  const entry = gazetteer.at(lat, lon)
  if (entry) return { [AREA_NAME]: placeTitle(placeOf(entry, language)) }
  const near = places.nearest(lat, lon)
  const name = near ? t('mapAreaNear', { place: placeTitle(inLanguage(near, language, places)) }) : t('mapArea')
  return { [AREA_NAME]: name, [IS_MAP_AREA]: name }
}
