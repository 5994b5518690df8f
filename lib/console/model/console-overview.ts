import * as z from 'zod'
import { ErrorCode } from '#runner/contract/errors.ts'
import { TimeZone } from './console-day.ts'

/** The time range of the overview. It also determines how much time a bar covers: an hour, a day or a week. */
export const overviewRanges = ['24h', '14d', '90d'] as const
export const OverviewRange = z.enum(overviewRanges)
export type OverviewRange = z.infer<typeof OverviewRange>

export const OverviewQuery = z.strictObject({
  /** Absent: 24 hours if nothing ran two days ago or earlier, otherwise 14 days. */
  range: OverviewRange.optional(),
  time_zone: TimeZone.default('UTC'),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

/** The path below `/api/console` of the overview. */
export const overviewPath = (range: OverviewRange | undefined, timeZone: string): string =>
  `/overview?${new URLSearchParams({ ...(range && { range }), time_zone: timeZone })}`

const Count = z.int().nonnegative()
/** The duration of executions in ms, without the time that they waited for a model. Null if none ended. */
const Duration = z.number().nonnegative().nullable()

const Figures = z.strictObject({
  executions: Count,
  /** Executions that ended with an error. Cancelled ones do not count. */
  failed: Count,
  p50_ms: Duration,
  p95_ms: Duration,
})
export type Figures = z.infer<typeof Figures>

/** The executions of one profile. `searches`: executions of travelers and the command line, which have no profile. */
const Series = z.strictObject({
  kind: z.enum(['searches', 'profile', 'others']),
  /** `prof_…`; empty for the other kinds. */
  id: z.string(),
  name: z.string(),
  ...Figures.shape,
})
export type Series = z.infer<typeof Series>

const Bucket = z.strictObject({
  from: z.iso.datetime(),
  /** The executions of each series, in the order of `series`. */
  counts: z.array(Count),
  failed: Count,
})
export type Bucket = z.infer<typeof Bucket>

/** Something that only an operator can decide. */
const Task = z.discriminatedUnion('kind', [
  /** Approved skills do not run, for this number of reasons. */
  z.strictObject({ kind: z.literal('skills'), problems: Count }),
  z.strictObject({ kind: z.literal('profile'), profile_id: z.string(), name: z.string(), missing: Count }),
  z.strictObject({
    kind: z.literal('proposal'),
    profile_id: z.string(),
    name: z.string(),
    asks_for: z.enum(['key', 'host']),
    asked: z.string(),
    lapses_at: z.iso.datetime(),
  }),
  z.strictObject({ kind: z.literal('credential'), name: z.string(), expires_at: z.iso.datetime() }),
  /** The gates want a person to look at a skill before it runs. */
  z.strictObject({ kind: z.literal('review'), name: z.string(), version: z.string() }),
  /** An urgent message that the operator has neither read here nor received. */
  z.strictObject({ kind: z.literal('message'), id: z.string(), skill: z.string(), noted_at: z.iso.datetime() }),
  /** Deliveries that failed for the same reason. `channel`: of messages to the operator, or a way of price alerts. */
  z.strictObject({ kind: z.literal('delivery'), channel: z.string(), error: z.string(), count: Count }),
  /** Something is wrong with the app. */
  z.strictObject({
    kind: z.literal('trouble'),
    about: z.enum(['disk', 'audit', 'errors', 'backup']),
    sentence: z.string(),
  }),
])
export type Task = z.infer<typeof Task>

/** The kinds in the order of the page: first what is wrong now. */
export const taskKinds = [
  'trouble',
  'message',
  'delivery',
  'skills',
  'review',
  'profile',
  'proposal',
  'credential',
] as const satisfies readonly Task['kind'][]
export const TaskKind = z.enum(taskKinds)
export type TaskKind = z.infer<typeof TaskKind>

const Failure = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  code: ErrorCode,
  /** The skill with its version, or the profile of a script. */
  about: z.string(),
  what: z.string(),
})
export type Failure = z.infer<typeof Failure>

export const ConsoleOverview = z.strictObject({
  range: OverviewRange,
  /** The time zone in which the days of the buckets begin. */
  time_zone: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  buckets: z.array(Bucket),
  /** Searches first, then the profiles with the most executions, then all others together. */
  series: z.array(Series),
  total: Figures,
  profiles: z.strictObject({ locked: Count, unlocked: Count, expired: Count }),
  queue: z.strictObject({ pending: Count, running: Count }),
  llm: z.strictObject({
    waiting: Count,
    /** `oldest`: only of the executions that began first, `oldest_since` and `by_profile` are known. */
    counted: z.enum(['all', 'oldest']),
    oldest_since: z.iso.datetime().nullable(),
    /** The profiles with the most waiting executions. The counts are lower bounds with `oldest`. */
    by_profile: z.array(z.strictObject({ id: z.string(), name: z.string(), waiting: Count })),
  }),
  tasks: z.array(Task),
  /** The number of all open tasks of each kind. `tasks` lists the first few. */
  tasks_total: z.record(TaskKind, Count),
  failures: z.array(Failure),
  /** The setup steps that are done on a new instance. */
  setup: z.strictObject({ has_credential: z.boolean(), has_profile: z.boolean(), has_script: z.boolean() }),
})
export type ConsoleOverview = z.infer<typeof ConsoleOverview>

/** The numbers beside the console's pages. */
export const ConsoleCounts = z.strictObject({
  /** Tasks that only an operator can do. */
  tasks: Count,
  /** Executions that began in the last 24 hours. */
  executions: Count,
  running: Count,
  queued: Count,
  skills: Count,
  /** Profiles that are neither revoked nor expired. */
  profiles: Count,
  credentials: Count,
  /** Agents' keys that are neither revoked nor expired. */
  agent_keys: Count,
  /** Messages that no operator has read here. */
  messages: Count,
})
export type ConsoleCounts = z.infer<typeof ConsoleCounts>
