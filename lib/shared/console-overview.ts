import * as z from 'zod'

/** `day`: the last 24 hours in hours. `week`: the last 7 days in days. */
export const OverviewSpan = z.enum(['day', 'week'])
export type OverviewSpan = z.infer<typeof OverviewSpan>

export const OverviewQuery = z.strictObject({ span: OverviewSpan.default('day') })

const count = z.int().nonnegative()

/** What ran in the span, for the console's first page. */
export const Overview = z.strictObject({
  span: OverviewSpan,
  /** The steps of time, the oldest first: their starts. */
  steps: z.array(z.iso.datetime()),
  /** The busiest profiles, then travelers and skills, then all other profiles. `counts`: one for each step. */
  series: z.array(z.strictObject({ id: z.string(), name: z.string(), counts: z.array(count), failed: count })),
  total: count,
  failed: count,
  /** Of ended executions, in ms; null if there are none. */
  duration_ms: z.strictObject({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable(),
  running: count,
  /** Scripts that wait for a free slot. */
  queued: count,
  /** Scripts that wait for their agent's model. */
  waiting: count,
  /** Locked, not expired and not revoked. */
  active_profiles: count,
  /** What a new instance has done so far. */
  setup: z.strictObject({ has_credential: z.boolean(), has_profile: z.boolean(), has_script: z.boolean() }),
})
export type Overview = z.infer<typeof Overview>
