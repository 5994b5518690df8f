// The lowest and highest value of each field of a search. Imports no library, because pages show the limits.

export type Limits = readonly [least: number, most: number]

export const latitudes: Limits = [-90, 90]
export const longitudes: Limits = [-180, 180]

export const flightLimits = {
  adults: [1, 9],
  children: [0, 8],
  infants: [0, 9],
  max_results: [1, 250],
} as const satisfies Readonly<Record<string, Limits>>

export const hotelLimits = {
  radius_km: [1, 300],
  adults: [1, 9],
  rooms: [1, 9],
  child_age: [0, 17],
  stars: [1, 5],
  /** One dollar is tens of thousands of some currencies. */
  price: [1, 999_999_999],
  max_results: [1, 1000],
} as const satisfies Readonly<Record<string, Limits>>
