import * as z from 'zod'
import { EndCause } from '../../contract/end-cause.ts'
import { ErrorCode } from '../../contract/errors.ts'
import { HostOp } from '../../contract/journal.ts'

/** The main thread numbers executions; no two open executions share a number. */

export type RunMessage = {
  readonly type: 'run'
  readonly execution: number
  readonly digest: string
  /** Absent: the worker already received it. */
  readonly code: string | undefined
  /** JSON of the skill's input. */
  readonly input: string
  /** Hex. Seeds the guest's random numbers. */
  readonly seed: string
  readonly nowMs: number
  readonly memoryMb: number
  /** In metered instructions. */
  readonly fuel: number
  /** Whether the worker posts `entered` at the beginning of each turn. */
  readonly reportsTurns: boolean
  readonly outputBytes: number
  readonly hostCalls: number
  readonly secrets: Readonly<Record<string, string | null>>
  /**
   * Answers known in advance, in the order in which the guest receives them. `request` numbers the guest's calls that
   * wait for an answer, from 0.
   */
  readonly ahead: readonly (GivenAnswer & { readonly request: number })[]
}

export type GivenAnswer = {
  readonly fulfilled: boolean
  /** JSON of the value, or of `[name, message]` for a rejection. */
  readonly json: string
  readonly body: Uint8Array | undefined
}

export type AnswerMessage = GivenAnswer & {
  readonly type: 'answer'
  readonly execution: number
  readonly call: number
}

/** The execution is over for the main thread; the worker releases it. */
type DropMessage = { readonly type: 'drop'; readonly execution: number }

export type ToWorker = RunMessage | AnswerMessage | DropMessage

const text = z.string()
const count = z.int().nonnegative()

const HostCall = z.object({
  /** 0: the call needs no answer. */
  call: count,
  op: HostOp,
  /** JSON. */
  args: text,
  fuelLeft: count,
})
export type HostCallMessage = z.infer<typeof HostCall>

const GuestEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), json: text }),
  /** `code` is the skill's own and still has to be checked against the codes that a skill may raise. */
  z.object({ kind: z.literal('raised'), code: text, detail: text, field: text.exactOptional() }),
  z.object({ kind: z.literal('failed'), code: ErrorCode, detail: text, cause: EndCause.optional() }),
])
export type GuestEnd = z.infer<typeof GuestEnd>

/** Bytes that all waiting executions of a worker keep. */
const keptBytes = count
/** `calls`: since the last report. `peakBytes`: the largest memory of the guest so far. */
const report = { execution: count, calls: z.array(HostCall), fuelLeft: count, peakBytes: count, keptBytes }

/** Messages from a worker. Foreign code runs beside it, so its messages are parsed like any input. */
export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('code_wanted'), execution: count }),
  /** The guest begins a turn: its start, or its continuation after an answer. */
  z.object({ type: z.literal('entered'), execution: count }),
  /** The guest waits for an answer. */
  z.object({ type: z.literal('waiting'), ...report }),
  z.object({ type: z.literal('ended'), ...report, end: GuestEnd }),
  /** The guest was stopped in a turn. `calls` may have requests, which are not sent any more. */
  z.object({ type: z.literal('stopped'), ...report }),
  z.object({ type: z.literal('dropped'), execution: count, keptBytes }),
])
export type FromWorker = z.infer<typeof FromWorker>
