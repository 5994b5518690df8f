import * as z from 'zod'
import { ErrorCode } from './errors.ts'
import { RuntimeName } from './manifest.ts'
import { hostOps } from './operations/host-operations.ts'
import { Principal } from './principal.ts'
import { ScriptGrant } from './script.ts'
import { Json } from './skill-io.ts'

/** The host functions a skill may be granted. */
export const HostOp = z.enum(hostOps)
export type HostOp = z.infer<typeof HostOp>

const sha256 = z.string()
const count = z.int().nonnegative()

/**
 * The answer to a host call. `stored`: the answer is large, and its JSON is stored under this hash. `awaited`: the
 * answer comes later, from outside. `unanswered`: it is unknown whether there was an answer.
 */
export const JournalResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: Json }),
  z.object({ kind: z.literal('stored'), hash: sha256, bytes: count }),
  z.object({ kind: z.literal('rejected'), name: z.string(), message: z.string() }),
  z.object({ kind: z.literal('ended'), code: ErrorCode }),
  z.object({ kind: z.literal('awaited') }),
  z.object({ kind: z.literal('unanswered') }),
])
export type JournalResult = z.infer<typeof JournalResult>

/** In place of the arguments of a call that are too long for its journal entry. */
export const LongArgs = z.strictObject({ hash: sha256, bytes: count })

/**
 * One recorded host call. `args` is a shortened copy for display; `args_hash` covers the canonical JSON of all args.
 * `result_hash` (sha256, hex) identifies the body that came with the result. `settled` numbers the answers in the order
 * in which the guest received them; absent: the guest never received it. `fuel_left` counts the metered instructions
 * left at the call. `began_ms`: when the call began, in ms since 1970; absent: an earlier version recorded it.
 */
export const JournalEntry = z.object({
  seq: count,
  op: HostOp,
  args: Json,
  args_hash: sha256.optional(),
  result: JournalResult,
  result_hash: sha256.optional(),
  settled: count.optional(),
  fuel_left: count,
  began_ms: count.optional(),
  duration_ms: z.number().nonnegative(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const positive = z.number().nonnegative()

/**
 * What an execution depends on besides its code and its host calls. Secret placeholders have no value outside the
 * execution.
 */
export const Recording = z.object({
  runtime: RuntimeName,
  /** Scripts only: the grant of the profile. */
  script: ScriptGrant.optional(),
  /** The engine that metered the fuel of each leg. Empty: not recorded. */
  engines: z.array(z.string()).default([]),
  /**
   * The distinct interpreters that ran the execution, such as `Python 3.13.5`. Absent: unknown, or `engines` identifies
   * them.
   */
  interpreters: z.array(z.string()).optional(),
  /** The SkillInput as JSON text: the recording's `jsonb` column would sort its keys, and skills can observe their order. */
  input: z.string(),
  /**
   * True: a mask replaced a credential in the input, so code that uses the credential behaves differently in a replay.
   */
  input_redacted: z.boolean().optional(),
  /** Hex. */
  seed: z.string(),
  now_ms: z.number(),
  limits: z.object({
    timeoutMs: positive,
    memoryMb: positive,
    cpus: positive,
    fuel: positive,
    outputKb: positive,
    hostCalls: positive,
    hostCallsInFlight: positive,
    responseKb: positive,
  }),
  /** Placeholders by secret name. Null: withheld. */
  secrets: z.record(z.string(), z.string().nullable()),
  /** The granted hosts. */
  hosts: z.array(z.string()),
  /** Covers the output without the fields that vary from run to run. */
  output_hash: sha256,
})
export type Recording = z.infer<typeof Recording>

/** The recording of an unfinished execution. */
export const OpenRecording = Recording.omit({ output_hash: true }).extend({
  principal: Principal,
  /** With `input_redacted`: the original input, encrypted with the instance's key. Deleted when the execution ends. */
  sealed_input: z.string().optional(),
})
export type OpenRecording = z.infer<typeof OpenRecording>
