import type { ClockHours } from '#lib/platform/model/clock.ts'
import type { Alliance } from './alliances.ts'

// Imports no library, because every page loads it.

export const seats = ['any', 'window', 'aisle'] as const
export type Seat = (typeof seats)[number]

/** The most bags of one traveler. */
export const maxBags = { cabin: 2, checked: 3 } as const

/**
 * How a person travels. A guest's profile stays in the browser; an account has its profile in the database. Null: the
 * reader's locale decides, or there is no home airport.
 */
export interface TravelProfile {
  /** The bags of each traveler, which every flight price includes. 0: not counted. */
  cabin_bags: number
  checked_bags: number
  seat: Seat
  currency: string | null
  clock: ClockHours | null
  /** The airport that the search form starts with, and others that it offers. */
  home: string | null
  other_homes: string[]
  /** The alliances of the person's loyalty programmes. */
  alliances: Alliance[]
  /** Lists of flights start with these filters: separate tickets are hidden unless they are allowed. */
  airline_only: boolean
  separate_tickets: boolean
}

/** The most home airports besides the first. */
export const maxOtherHomes = 3

/** The profile of a person who has chosen nothing. */
export const usualProfile: TravelProfile = {
  cabin_bags: 0,
  checked_bags: 0,
  seat: 'any',
  currency: null,
  clock: null,
  home: null,
  other_homes: [],
  alliances: [],
  airline_only: false,
  separate_tickets: false,
}

/** The key of the profile in the browser's storage. */
export const PROFILE_KEY = 'travel-profile'

/** The parts of a profile that the server writes pages with, from cookies. */
export type ShownProfile = Pick<TravelProfile, 'currency' | 'clock' | 'home'>

/** The cookies of these parts, besides `CLOCK_COOKIE`. */
export const CURRENCY_COOKIE = 'currency'
export const HOME_COOKIE = 'home-airport'

/** A currency or an airport in a cookie; null if it is neither. */
export const readCode = (value: string | undefined): string | null =>
  value !== undefined && /^[A-Z]{3}$/.test(value) ? value : null
