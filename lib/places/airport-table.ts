import { z } from 'zod'

/** To be increased if the meaning of the rows or the joining rules change, so that older cached tables are rebuilt. */
export const TABLE_FORMAT = 3

const airportRowSchema = z.tuple([
  z.string().regex(/^[A-Z]{3}$/),
  /* name */ z.string(),
  /* city */ z.string(),
  /* country, ISO 3166-1 alpha-2 */ z.string().regex(/^[A-Z]{2}$/),
  /* region name, may be empty */ z.string(),
  /* latitude */ z.number(),
  /* longitude */ z.number(),
  /* index into zones */ z.number().int().nonnegative(),
  /* 0 small, 1 medium, 2 large */ z.number().int().min(0).max(2),
  /* longest runway in metres, 0 when unknown */ z.number().int().nonnegative(),
  /* search aliases, may be empty */ z.string(),
  /* latitude of its city's centre */ z.number(),
  /* longitude of its city's centre */ z.number(),
])

export const airportTableSchema = z.object({
  key: z.string(),
  zones: z.array(z.string()),
  airports: z.array(airportRowSchema),
})

export type AirportTable = z.infer<typeof airportTableSchema>
export type AirportRow = z.infer<typeof airportRowSchema>

export interface Airport {
  code: string
  name: string
  city: string
  countryCode: string
  region: string
  lat: number
  lon: number
  zone: string
  size: number
  runwayM: number
  keywords: string
  /** The centre of its city; the airport itself if no town is near. */
  centre: { lat: number; lon: number }
}

/** The table's rows as objects. */
export function readAirports(table: AirportTable): Airport[] {
  return table.airports.map((row) => {
    const [code, name, city, countryCode, region, lat, lon, zone, size, runwayM, keywords, centreLat, centreLon] = row
    return {
      code,
      name,
      city,
      countryCode,
      region,
      lat,
      lon,
      zone: table.zones[zone] ?? 'UTC',
      size,
      runwayM,
      keywords,
      centre: { lat: centreLat, lon: centreLon },
    }
  })
}
