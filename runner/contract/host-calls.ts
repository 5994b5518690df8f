import * as z from 'zod'

/**
 * The arguments of each host call as they come out of a sandbox. A sandbox can send anything: the seam parses with
 * these before it looks at a field.
 */
export const FetchArgs = z.strictObject({
  url: z.string().max(16_384),
  method: z.string().max(16).default('GET'),
  headers: z
    .array(z.tuple([z.string().max(256), z.string().max(16_384)]))
    .max(64)
    .default([]),
  /** Text, or bytes as base64. */
  body: z
    .union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })])
    .nullable()
    .default(null),
  timeoutMs: z.number().positive().max(600_000).nullable().default(null),
})
export type FetchArgs = z.infer<typeof FetchArgs>

/** The JSON part of a fetch's answer; the body's bytes travel beside it. */
export const FetchHead = z.strictObject({
  status: z.int(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})
export type FetchHead = z.infer<typeof FetchHead>

export const SecretArgs = z.strictObject({ name: z.string().max(64) })

export const TimeOffsetArgs = z.strictObject({
  pairs: z.array(z.tuple([z.string().max(64), z.string().max(32)])).max(5000),
})

export const LogArgs = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  text: z.string(),
})
