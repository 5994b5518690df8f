// The defaults of the forms, which URLs leave out. Imports no library, because the first page loads it.

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
