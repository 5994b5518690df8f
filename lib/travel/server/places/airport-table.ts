import { z } from 'zod'

/** To be increased if the meaning of the fields or the joining rules change, so that older cached tables are rebuilt. */
export const TABLE_FORMAT = 6

const airportSchema = z.object({
  code: z.string().regex(/^[A-Z]{3}$/),
  /** The ICAO code, may be empty. */
  icao: z.string(),
  name: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  /** The name of the region and its postal code, may be empty. */
  region: z.string(),
  lat: z.number(),
  lon: z.number(),
  zone: z.string(),
  /** 0 small, 1 medium, 2 large. */
  size: z.number().int().min(0).max(2),
  /** The longest runway in metres, 0 when unknown. */
  runwayM: z.number().int().nonnegative(),
  /** Search aliases, may be empty. */
  keywords: z.string(),
  /** The centre of its city; the airport itself if no town is near. */
  centre: z.object({ lat: z.number(), lon: z.number() }),
  /** The population of that city; 0 if no town is near. */
  population: z.number().int().nonnegative(),
})
export type Airport = z.infer<typeof airportSchema>

export const airportTableSchema = z.object({ key: z.string(), airports: z.array(airportSchema) })
export type AirportTable = z.infer<typeof airportTableSchema>
