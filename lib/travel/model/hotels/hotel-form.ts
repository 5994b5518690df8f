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
  /** The guests of each room, if they differ, like "1-7"; "1-" has a child without an age. In place of the three above. */
  room_guests?: string[]
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

interface Party {
  adults: number
  child_ages: readonly unknown[]
  rooms: number
  room_guests?: readonly string[] | undefined
}

/** The number of rooms of a search, a result or the form. */
export const roomCount = ({ rooms, room_guests = [] }: Pick<Party, 'rooms' | 'room_guests'>): number =>
  room_guests.length || rooms

/** The number of guests in all rooms. */
export function guestsOf({ adults, child_ages, rooms, room_guests = [] }: Party): number {
  if (room_guests.length === 0) return (adults + child_ages.length) * rooms
  return room_guests.reduce((sum, room) => sum + Number(room[0]) + room.split('-').length - 1, 0)
}

/** A room of the form. An age is null until it is chosen. */
export interface FormRoom {
  adults: number
  child_ages: (number | null)[]
}

export function readFormRoom(text: string): FormRoom {
  const [adults = '', ...ages] = text.split('-')
  return { adults: Number(adults), child_ages: ages.map((age) => (age === '' ? null : Number(age))) }
}

export const writeFormRoom = ({ adults, child_ages }: FormRoom): string => [adults, ...child_ages].join('-')

/** The number of guests that a result is for. */
export const guestsOfResult = ({ guests, rooms, room_guests }: HotelResult): number =>
  guestsOf({ ...guests, rooms, room_guests })

/** Whether a total is for all guests of a search: some providers do not say what the children cost. */
export const isForAll = (hotel: HotelResult, travelers: number): boolean => guestsOfResult(hotel) >= travelers

/** The key of a searched area's name among the names of places. */
export const AREA_NAME = 'area'

/** A key that is present among the names of places if the searched area is a part of the map and not a place. */
export const IS_MAP_AREA = 'map area'
