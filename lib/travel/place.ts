import * as z from 'zod'

/** IATA location code of an airport or a metropolitan area. */
export const iataCodeSchema = z.string().regex(/^[A-Z]{3}$/)

/** A place that a traveler can fly from or to, as `GET /api/places` answers it. `country` is the English name. */
export const placeSchema = z.object({
  code: iataCodeSchema,
  type: z.enum(['city', 'airport']),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
})

export type Place = z.infer<typeof placeSchema>

export const placesAnswerSchema = z.object({ places: z.array(placeSchema) })

export type PlacesAnswer = z.infer<typeof placesAnswerSchema>
