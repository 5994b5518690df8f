import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hotelDefaults } from '#runner/contract/capabilities/search-defaults.ts'

/** The parts of a search that the form has no fields for, and keeps. */
type Wishes = Partial<Pick<HotelSearch, 'stars' | 'board' | 'free_cancellation' | 'price_min' | 'price_max'>>

/** The values of the form: the search, with "" for a date or place and null for an age not chosen yet. */
export interface HotelFormValues extends Wishes {
  place: string
  /** The point of an area search; null for a search in a place. */
  lat: number | null
  lon: number | null
  radius_km: number
  check_in: string
  check_out: string
  adults: number
  rooms: number
  child_ages: (number | null)[]
  currency: string
  max_results: number
}

export const emptyHotelForm: HotelFormValues = {
  ...hotelDefaults,
  place: '',
  lat: null,
  lon: null,
  check_in: '',
  check_out: '',
  child_ages: [],
}

/** The form filled from a possibly incomplete search. */
export function hotelFormOf(search: Partial<HotelSearch>): HotelFormValues {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  return { ...emptyHotelForm, ...Object.fromEntries(given) }
}

/** The number of guests in all rooms; every room has the same number of guests. */
export function guestsOf({
  adults,
  child_ages,
  rooms,
}: {
  adults: number
  child_ages: readonly unknown[]
  rooms: number
}): number {
  return (adults + child_ages.length) * rooms
}

/** Whether a total is for all guests of a search: some providers do not say what the children cost. */
export const isForAll = ({ guests, rooms }: HotelResult, travelers: number): boolean =>
  guestsOf({ ...guests, rooms }) >= travelers

/** The key of a searched area's name among the names of places. */
export const AREA_NAME = 'area'

/** A key that is present among the names of places if the searched area is a part of the map and not a place. */
export const IS_MAP_AREA = 'map area'
