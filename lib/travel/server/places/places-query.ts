import * as z from 'zod'
import { languages } from '#lib/platform/model/languages.ts'

/** The query of a request for place suggestions. */
export const PlacesQuery = z.object({
  q: z.string().trim().max(80, 'must have at most 80 characters').default(''),
  /** Comma-separated place codes, instead of a text query; unknown codes are skipped. */
  codes: z.string().max(400, 'must have at most 400 characters').default(''),
  /** The language of the names in the answer. */
  lang: z.enum(languages, `must be one of ${languages.join(', ')}`).default('en'),
  for: z.enum(['flights', 'stays'], 'must be flights or stays').default('flights'),
})
export type PlacesQuery = z.infer<typeof PlacesQuery>
