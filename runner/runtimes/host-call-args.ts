import * as z from 'zod'

/**
 * What travels through the host seam, per operation: the arguments as a sandbox sends them (untrusted: the seam
 * parses them) and the value of an answer. All runtimes send and expect the same shapes.
 */

const HeaderPair = z.tuple([z.string().max(256), z.string().max(16_384)])

/** A body is text or, for bytes, base64. */
export const FetchArgs = z.strictObject({
  url: z.string().max(16_384),
  method: z.string().max(16),
  headers: z.array(HeaderPair).max(100),
  body: z.string().optional(),
  body_base64: z.base64().optional(),
  timeout_ms: z.number().positive().optional(),
})
export type FetchArgs = z.infer<typeof FetchArgs>

/** The answer to `fetch`; the response's body travels beside it, as bytes. */
export const FetchValue = z.object({
  status: z.int().min(100).max(599),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})
export type FetchValue = z.infer<typeof FetchValue>

/** Recorded only: the sandbox answers a granted name itself. A name that was not granted must be answered with `end`. */
export const SecretsGetArgs = z.strictObject({ name: z.string().max(256) })
export type SecretsGetArgs = z.infer<typeof SecretsGetArgs>

/** The answer is a list of offsets, as long as `pairs`. */
export const TimeOffsetArgs = z.strictObject({ pairs: z.array(z.tuple([z.string(), z.string()])).max(10_000) })
export type TimeOffsetArgs = z.infer<typeof TimeOffsetArgs>

/** One line, cut by the sandbox at its limits. The answer's value is not looked at. */
export const ConsoleLogArgs = z.strictObject({
  level: z.enum(['log', 'info', 'warn', 'error']),
  text: z.string(),
})
export type ConsoleLogArgs = z.infer<typeof ConsoleLogArgs>
