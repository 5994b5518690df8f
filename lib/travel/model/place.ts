import * as z from 'zod'

/** IATA location code of an airport or a metropolitan area. */
export const iataCodeSchema = z.string().regex(/^[A-Z]{3}$/)

/**
 * A place to fly from or to, or to stay at, in the form of `GET /api/places`. `city` and `country` are
 * names in the language of the request; `country` has the state if people usually add it. A town, district or landmark has no code ("") and is searched by its coordinates.
 */
export const placeSchema = z.object({
  code: iataCodeSchema.or(z.literal('')),
  type: z.enum(['city', 'airport', 'town', 'district', 'landmark']),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** Another name of the place that the query found. Absent if its own name or code is what was asked for. */
  matched: z.string().optional(),
  /** The place without an airport that the query names, and the distance to it. */
  near: z.object({ name: z.string(), km: z.number().nonnegative() }).optional(),
})

export type Place = z.infer<typeof placeSchema>

export const placesAnswerSchema = z.object({ places: z.array(placeSchema) })

export type PlacesAnswer = z.infer<typeof placesAnswerSchema>
