import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'
import { ErrorCode, Fault } from '#runner/contract/errors.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { Source } from '#runner/contract/principal.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { dayFilters } from './console-day.ts'

/** The responses of the console's routes about executions of all kinds: searches, other skills, and scripts. */

/** `waiting`: the execution waits for an answer of the agent's model. A cancelled execution did not fail. */
export const ExecutionState = z.enum(['pending', 'running', 'waiting', 'completed', 'failed', 'cancelled'])
export type ExecutionState = z.infer<typeof ExecutionState>

const Iso = z.iso.datetime()
/** Fuel in millions of metered instructions. */
const Fuel = z.number().nonnegative()

const row = {
  /** `exec_…`: the recorded id, not the secret id that an agent has. */
  id: z.string(),
  state: ExecutionState,
  /** Set if the execution failed or was cancelled. */
  error_code: ErrorCode.nullable(),
  skill: z.string(),
  version: z.string(),
  /** A summary of the request: "SEA to NRT, 2027-01-06". */
  summary: z.string(),
  by: NamedActor,
  data: DataLabel.nullable(),
  started_at: Iso,
  /** The running time of the code; null until the execution ends. */
  duration_ms: z.number().nullable(),
  /** Null if not yet known. */
  fuel_left: Fuel.nullable(),
  fuel_limit: Fuel.nullable(),
} as const

export const ExecutionRow = z.strictObject(row)
export type ExecutionRow = z.infer<typeof ExecutionRow>

export const ExecutionPage = z.strictObject({
  executions: z.array(ExecutionRow),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
})
export type ExecutionPage = z.infer<typeof ExecutionPage>

/** The filters, as in the page's URL, and the page. */
export const ExecutionQuery = z.strictObject({
  /** The beginning of an id, or words of the request, the script, the skill or the profile. */
  text: z.string().max(200).optional(),
  skill: z.string().max(64).optional(),
  profile: z.string().max(64).optional(),
  state: ExecutionState.optional(),
  ...dayFilters,
  /** Exact times, besides days. */
  since: Iso.optional(),
  before: Iso.optional(),
  after: z.string().max(200).optional(),
})
export type ExecutionQuery = z.infer<typeof ExecutionQuery>

/** The filters of the counts: all except the state. */
export const ExecutionCountQuery = ExecutionQuery.omit({ state: true, after: true })
export type ExecutionCountQuery = z.infer<typeof ExecutionCountQuery>

/** The most executions of a state that are counted. A greater number means: more than this. */
export const mostCounted = 1_000

/** `newest`: a frequent text was searched in the latest executions only, so that there may be more. */
const Counted = z.enum(['all', 'newest'])

/** The number of executions in each state. */
export const ExecutionCounts = z.strictObject({ counted: Counted, states: z.record(ExecutionState, z.int()) })
export type ExecutionCounts = z.infer<typeof ExecutionCounts>

/** The filters of an export, and the kind of its file. */
export const ExecutionExportQuery = ExecutionQuery.omit({ after: true }).extend({ format: z.enum(['csv', 'json']) })
export type ExecutionExportQuery = z.infer<typeof ExecutionExportQuery>

/**
 * The executions in equal parts of a time, the first part first. `counted`: with `newest`, the time begins with the oldest
 * of the executions that are counted, and there may be more before it.
 */
export const ExecutionHistogram = z.strictObject({
  from: Iso,
  to: Iso,
  counted: Counted,
  bars: z.array(z.strictObject({ executions: z.int(), failed: z.int() })),
})
export type ExecutionHistogram = z.infer<typeof ExecutionHistogram>

/** The id of an execution in a path. */
export const ExecutionParams = z.object({ id: ExecutionId })

/** The values that filters can take. */
export const ExecutionFacets = z.strictObject({
  skills: z.array(z.string()),
  profiles: z.array(z.strictObject({ id: z.string(), description: z.string() })),
})

export type ExecutionFacets = z.infer<typeof ExecutionFacets>

/** A text, cut if it is long. `length`: the length of the whole text. */
export const CutText = z.strictObject({ text: z.string(), length: z.int() })
export type CutText = z.infer<typeof CutText>

/** One host call. `outcome`: `refused` means that nothing was sent. */
export const JournalCall = z.strictObject({
  seq: z.int(),
  op: z.string(),
  /** The target of the call, such as "GET api.example.com" or the name of a secret. */
  title: z.string(),
  note: z.string(),
  outcome: z.enum(['done', 'failed', 'refused', 'waiting', 'unknown']),
  /** The result, such as "200", or the reason of a failure. */
  result: z.string(),
  /** The HTTP status of an answer. Null: there is none. */
  status: z.int().nullable(),
  /** The size of the answer. Null: unknown. */
  bytes: z.int().nullable(),
  /** When the call began, in ms after the code did. Null: an earlier version recorded it. */
  at_ms: z.number().nullable(),
  duration_ms: z.number(),
  fuel_left: Fuel,
})
export type JournalCall = z.infer<typeof JournalCall>

/** `rerun`: the operator started it as a repetition of the execution `of`. `answered`: its host call `seq`. */
export const OperatorAct = z.strictObject({
  act: z.enum(['rerun', 'answered', 'cancelled']),
  at: Iso,
  by: NamedActor,
  of: z.string().optional(),
  seq: z.int().optional(),
})
export type OperatorAct = z.infer<typeof OperatorAct>

/** The operator's response to the prompt with this number. */
export const PromptAnswer = z.strictObject({ number: z.int().nonnegative(), response: z.string().max(256 * 1024) })
export type PromptAnswer = z.infer<typeof PromptAnswer>

/** The changed text of a script. Absent: the same code again. */
export const Rerun = z.strictObject({
  script: z
    .string()
    .min(1)
    .max(256 * 1024)
    .optional(),
})
export type Rerun = z.infer<typeof Rerun>

/** The execution that a rerun started. */
export const StartedRerun = z.strictObject({ id: z.string() })

export const ExecutionDetail = z.strictObject({
  ...row,
  action: z.string(),
  digest: z.string(),
  /** The runtime's name, and the versions of its interpreter if known: `container, Python 3.13.5`. */
  runtime: z.string().nullable(),
  trust: z.string(),
  source: Source,
  finished_at: Iso.nullable(),
  limits: z.strictObject({ timeout_ms: z.number(), memory_mb: z.number(), host_calls: z.number() }).nullable(),
  hosts: z.array(z.string()),
  /** The execution of which this one is a step. Null: none. */
  part_of: z.string().nullable(),
  /** The executions of its steps, the first ones at most 50, in the order of their start. */
  steps: z.array(z.strictObject({ id: z.string(), skill: z.string(), action: z.string() })),
  /** JSON. Null for a script, which has none. */
  input: CutText.nullable(),
  script: z
    .strictObject({
      language: z.string(),
      text: z.string(),
      stdout: CutText,
      stderr: CutText,
      /** Whether its result may show text that only looks like a credential, as its profile allowed. */
      shows_lookalikes: z.boolean(),
    })
    .nullable(),
  /** Null if the execution did not fail and was not cancelled. */
  error: z.strictObject({ message: z.string(), line: z.int().nullable(), fault: Fault, remedy: z.string() }).nullable(),
  /** JSON. Null if there is no output. */
  output: CutText.nullable(),
  /** Whether its output is no longer stored, because of its age or of the space for results. */
  is_pruned: z.boolean(),
  /** The first host calls, at most 500. `journal_length`: the number of all host calls. */
  journal: z.array(JournalCall),
  journal_length: z.int(),
  /** The latest exchanges with the model among these host calls, at most 20. `llm_length`: the number of all of them. */
  llm: z.array(
    z.strictObject({
      seq: z.int(),
      model: z.string(),
      prompt: CutText,
      response: CutText.nullable(),
      /** Why there is no response, as a sentence. Null: there is one. */
      no_response: z.string().nullable(),
    }),
  ),
  llm_length: z.int(),
  can_cancel: z.boolean(),
  can_replay: z.boolean(),
  /** Whether an operator may answer the prompt that it waits for, or run it again. */
  can_answer: z.boolean(),
  can_rerun: z.boolean(),
  /** What operators did to it, from the audit trail: the first acts at most 50. */
  acts: z.array(OperatorAct).readonly(),
})
export type ExecutionDetail = z.infer<typeof ExecutionDetail>

/** The result of a replay. */
export const ReplayVerdict = z.strictObject({
  verdict: z.enum(['same', 'different', 'impossible']),
  message: z.string(),
  details: z.array(z.strictObject({ name: z.string(), text: z.string() })),
})
export type ReplayVerdict = z.infer<typeof ReplayVerdict>

/** The response to a change that returns nothing else. */
export const Done = z.strictObject({ done: z.literal(true) })
