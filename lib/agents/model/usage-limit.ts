import * as z from 'zod'

/** How many executions may start in an hour or a day of UTC. Null: no limit. */
const Starts = z.int().min(0).max(1_000_000).nullable()

/** The limits of a profile or of an agent key. A limit that is absent stays as it is. */
export const LimitChange = z.strictObject({
  /** `prof_…` or `agent_…`. */
  owner: z.string().regex(/^(prof|agent)_\w{1,64}$/, 'must be the id of a profile or of an agent key'),
  per_hour: Starts.optional(),
  per_day: Starts.optional(),
})
export type LimitChange = z.infer<typeof LimitChange>
