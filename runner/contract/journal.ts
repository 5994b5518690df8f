import * as z from 'zod'
import { ErrorCode } from './errors.ts'
import { RuntimeName } from './manifest.ts'
import { Principal } from './principal.ts'
import { ScriptGrant } from './script.ts'
import { Json } from './skill-io.ts'

/** The host functions a skill may be granted. */
export const HostOp = z.enum([
  'fetch',
  'secrets.get',
  'time.offset',
  'console.log',
  'settings.get',
  'settings.keys',
  'llm.complete',
])
export type HostOp = z.infer<typeof HostOp>

const sha256 = z.string()
const count = z.int().nonnegative()

/**
 * What a host call was answered. `stored`: the value's JSON is kept under this hash, because it is large. `awaited`: its answer
 * comes from outside, later. `unanswered`: nobody knows whether there was one.
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

/**
 * One host call as recorded. `args` is for people, bounded; `args_hash` is over the canonical JSON of all of them.
 * `result_hash` (sha256, hex) names the body that came beside the result. `settled` counts the answers in the order in
 * which the guest got them; absent: it never got this one. `fuel_left` is in metered instructions when the call was made.
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
  duration_ms: z.number().nonnegative(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const positive = z.number().nonnegative()

/** What an execution depended on beside its code and its host calls. Placeholders of secrets are worthless elsewhere. */
export const Recording = z.object({
  runtime: RuntimeName,
  /** With a script: what its profile granted. */
  script: ScriptGrant.optional(),
  /** What counted its fuel, in the order of its legs. Empty: not recorded. */
  engines: z.array(z.string()).default([]),
  /** The SkillInput as JSON text: a `jsonb` column would sort its keys, and a skill can see their order. */
  input: z.string(),
  /** A credential that the input held was replaced by a mask: what depends on it is not the same in a replay. */
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
  /** Placeholders by name of the secret; null: withheld. */
  secrets: z.record(z.string(), z.string().nullable()),
  /** Hosts that were granted. */
  hosts: z.array(z.string()),
  /** Over the output without what changes from run to run. */
  output_hash: sha256,
})
export type Recording = z.infer<typeof Recording>

/** The same of an execution that has not ended. */
export const OpenRecording = Recording.omit({ output_hash: true }).extend({
  principal: Principal,
  /** With `input_redacted`: the input as it came, under the instance's key. It goes when the execution ends. */
  sealed_input: z.string().optional(),
})
export type OpenRecording = z.infer<typeof OpenRecording>
