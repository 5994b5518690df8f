import * as z from 'zod'
import { Limits } from '#lib/agents/model/usage-limit.ts'

/** The days that the page can show. */
export const costRanges = ['1d', '7d', '14d', '90d'] as const
export const CostRange = z.enum(costRanges)
export type CostRange = z.infer<typeof CostRange>

export const CostQuery = z.strictObject({ range: CostRange.default('14d') })
export type CostQuery = z.infer<typeof CostQuery>

export const costPath = (range: CostRange): string => `/cost?range=${range}`

const Count = z.int().nonnegative()
/** Null: nothing was measured. */
const Sum = z.number().nonnegative().nullable()

/** What executions cost. The sums are lower bounds if some are `unmeasured`. */
const Cost = z.strictObject({
  executions: Count,
  failed: Count,
  /** Executions that lack at least one of the sums. */
  unmeasured: Count,
  /** How long they ran, with waits for hosts. */
  run_s: Sum,
  /** How long they computed, by the metered fuel. */
  computing_s: Sum,
  host_calls: Sum,
  bytes: Sum,
  tokens: Sum,
})
export type Cost = z.infer<typeof Cost>

const Owner = z.strictObject({
  kind: z.enum(['profile', 'key', 'others']),
  /** Empty for `others`: travelers, saved searches and the command line. */
  id: z.string(),
  name: z.string(),
})

const CostRow = z.strictObject({ owner: Owner, skill: z.string(), ...Cost.shape })
export type CostRow = z.infer<typeof CostRow>

const CostDay = z.strictObject({ day: z.iso.date(), ...Cost.shape })
export type CostDay = z.infer<typeof CostDay>

/** The limits of one owner. `*_uses`: the starts in the current hour and day of UTC. */
const LimitView = z.strictObject({ ...Limits.shape, owner: Owner, hour_uses: Count, day_uses: Count })
export type LimitView = z.infer<typeof LimitView>

export const ConsoleCost = z.strictObject({
  range: CostRange,
  /** Every day of the range, in UTC, the oldest first. */
  days: z.array(CostDay),
  total: Cost,
  /** The rows of the owners and skills that computed the most, among those that were among the first rows of a day. */
  rows: z.array(CostRow),
  /** The number of all rows. Null: unknown, because a day has more rows than its sum lists. */
  rows_total: Count.nullable(),
  /** Profiles and keys that can be limited: those with a limit, those that cost the most, and the newest. */
  limits: z.array(LimitView),
  /** The number of all that can be limited. */
  limits_total: Count,
  /** When the current hour and day end. */
  hour_ends: z.iso.datetime(),
  day_ends: z.iso.datetime(),
})
export type ConsoleCost = z.infer<typeof ConsoleCost>
