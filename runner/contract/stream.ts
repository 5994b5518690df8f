import * as z from 'zod'
import { SkillOutput } from './skill-io.ts'

/** A skill that is asked, as the page shows it while it waits. */
export const SearchSource = z.object({
  skill: z.string(),
  provider: z.string(),
  timeout_ms: z.number(),
})
export type SearchSource = z.infer<typeof SearchSource>

/** One line of a streamed search (NDJSON): the sources, then an answer of each as it comes, then the end. */
export const SearchLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sources'), sources: z.array(SearchSource) }),
  z.object({ type: z.literal('answer'), source: z.string(), output: SkillOutput }),
  z.object({ type: z.literal('done'), query_time_ms: z.number() }),
])
export type SearchLine = z.infer<typeof SearchLine>

/**
 * The lines of a stream in gzip, for who asks for it by name. It is a type and no encoding of the transfer: Next takes `content-encoding` from
 * what a route sends.
 */
export const ndjsonGzipType = 'application/x-ndjson+gzip'
