import * as z from 'zod'
import { SearchOutput } from './skill-io.ts'

/** A queried skill, as the page shows it while it waits. */
export const SearchSource = z.object({
  skill: z.string(),
  provider: z.string(),
  timeout_ms: z.number(),
  /** What the page shows beside the results. */
  attribution: z
    .object({
      text: z.string(),
      url: z
        .string()
        .regex(/^https:\/\//)
        .optional(),
    })
    .optional(),
})
export type SearchSource = z.infer<typeof SearchSource>

/**
 * One line of a streamed search (NDJSON): the sources, then each answer as it arrives, then the end. An answer with
 * `is_first` holds a source's first results; a later answer of that source replaces it.
 */
export const SearchLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sources'), sources: z.array(SearchSource) }),
  z.object({
    type: z.literal('answer'),
    source: z.string(),
    is_first: z.literal(true).optional(),
    output: SearchOutput,
  }),
  z.object({ type: z.literal('done'), query_time_ms: z.number() }),
])
export type SearchLine = z.infer<typeof SearchLine>
