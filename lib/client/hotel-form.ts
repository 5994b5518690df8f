import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hotelDefaults } from '#runner/contract/capabilities/search-defaults.ts'

/** What the form holds: the search, with a date or place not chosen yet as "", and an age not chosen yet as null. */
export interface HotelFormValues {
  place: string
  /** The point of a search of an area; none with a place. */
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

/** The form filled with as much of a search as there is. */
export function hotelFormOf(search: Partial<HotelSearch>): HotelFormValues {
  const filled: HotelFormValues = { ...emptyHotelForm }
  for (const [name, value] of Object.entries(search)) {
    if (Object.hasOwn(emptyHotelForm, name) && value !== undefined) Object.assign(filled, { [name]: value })
  }
  return filled
}

/** All guests in all rooms; each room has as many. */
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

/** The key under which the name of a searched area stands among the names of places. */
export const AREA_NAME = 'area'
