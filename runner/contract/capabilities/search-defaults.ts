// What the forms begin with, which URLs leave out, and how far they reach. Imports no library, because the first page loads it.

export const flightDefaults = {
  adults: 1,
  children: 0,
  infants: 0,
  cabin: 'economy',
  non_stop: false,
  currency: 'USD',
  max_results: 50,
} as const

export const hotelDefaults = { radius_km: 10, adults: 2, rooms: 1, currency: 'USD', max_results: 800 } as const

/** The furthest day to search, in days from today; schedules are not published further ahead. */
export const maxDaysAhead = 365
