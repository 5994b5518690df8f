import type { TravelProfile } from '../usual-profile.ts'

// Imports no library, because pages load it to write requests.

/** The maximum number of cells in one request: the grid of seven by seven days, or a month. */
export const maxDates = 49

/** The maximum number of searches that one request starts: after a press, or by the page itself. */
export const maxDateSearches = { pressed: 24, background: 4 }

/** Whether a request only reads the cache, also searches in the background, or does so because a person pressed. */
export type DateLook = 'cached' | 'background' | 'pressed'

/** A departure day and a return day, which is null for a one-way trip. */
export interface TripDays {
  date: string
  return_date: string | null
}

/** The days as the text of a request and as a key: `2027-02-13_2027-02-21`, one way `2027-02-13`. */
export const writeDates = ({ date, return_date }: TripDays): string =>
  return_date === null ? date : `${date}_${return_date}`

/** Splits a `dates` value of a request, `DATE` or `DATE_RETURN`. The caller checks that the parts are dates. */
export function readDates(text: string): { date: string | undefined; return_date: string | null } {
  const [date, ...back] = text.trim().split('_')
  return { date, return_date: back.length === 0 ? null : back.join('_') }
}

/** The bags of each traveler as a part of a request for prices; "" without any. */
export const bagQuery = ({ cabin_bags, checked_bags }: Pick<TravelProfile, 'cabin_bags' | 'checked_bags'>): string =>
  cabin_bags + checked_bags === 0 ? '' : `&cabin_bags=${cabin_bags}&checked_bags=${checked_bags}`
