// Imports no library, because pages load it to write URLs.

/** The most flights of a trip. */
export const maxSlices = 6

/** One flight of a trip as a search names it. */
export type FlightSlice = { origin: string; destination: string; date: string }

/** Writes a flight as text for a URL, like `NYC-AUA-2027-03-15`. The flight may be incomplete. */
export const writeSlice = ({ origin, destination, date }: FlightSlice): string => [origin, destination, date].join('-')
