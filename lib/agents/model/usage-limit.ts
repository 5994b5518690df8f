import * as z from 'zod'

/** How many executions may start in an hour or a day of UTC. Null: no limit. */
const Starts = z.int().min(0).max(1_000_000).nullable()

/** The limits of a profile or of an agent key. */
export const Limits = z.strictObject({
  /** `prof_…` or `agent_…`. */
  owner: z.string().regex(/^(prof|agent)_\w{1,64}$/, 'must be the id of a profile or of an agent key'),
  per_hour: Starts,
  per_day: Starts,
})
export type Limits = z.infer<typeof Limits>

/** A limit that is absent stays as it is. */
export const LimitChange = Limits.partial({ per_hour: true, per_day: true }).refine(
  ({ per_hour, per_day }) => per_hour !== undefined || per_day !== undefined,
  { path: ['per_hour'], error: 'is required, or per_day' },
)
export type LimitChange = z.infer<typeof LimitChange>
