import * as z from 'zod'
import { ErrorCode } from '../../../contract/errors.ts'
import { HostOp } from '../../../contract/journal.ts'

/** Executions are numbered by the main thread; two that are open never share a number. */

export type RunMessage = {
  readonly type: 'run'
  readonly execution: number
  readonly digest: string
  /** Absent: the worker was sent it before. */
  readonly code: string | undefined
  /** JSON of `{ call, seed }`. */
  readonly input: string
  readonly nowMs: number
  readonly memoryMb: number
  /** In metered instructions. */
  readonly fuel: number
  readonly outputBytes: number
  readonly hostCalls: number
  readonly secrets: Readonly<Record<string, string | null>>
  /** In the order in which the guest gets them. `request` counts its calls that wait for an answer, from 0. */
  readonly ahead: readonly (GivenAnswer & { readonly request: number })[]
}

export type GivenAnswer = {
  readonly fulfilled: boolean
  /** JSON of the value; of `[name, message]` when it was rejected. */
  readonly json: string
  readonly body: Uint8Array | undefined
}

export type AnswerMessage = GivenAnswer & {
  readonly type: 'answer'
  readonly execution: number
  readonly call: number
}

/** The execution is over for the main thread: let go of it. */
export type DropMessage = { readonly type: 'drop'; readonly execution: number }

export type ToWorker = RunMessage | AnswerMessage | DropMessage

const text = z.string()
const count = z.int().nonnegative()

const HostCall = z.object({
  /** 0: nobody waits for the answer. */
  call: count,
  op: HostOp,
  /** JSON. */
  args: text,
  fuelLeft: count,
})
export type HostCallMessage = z.infer<typeof HostCall>

const GuestEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), json: text }),
  /** `code` is what the skill said: not yet one that it may raise. */
  z.object({ kind: z.literal('raised'), code: text, detail: text, field: text.exactOptional() }),
  z.object({ kind: z.literal('failed'), code: ErrorCode, detail: text }),
])
export type GuestEnd = z.infer<typeof GuestEnd>

/** What a worker's executions keep while they wait, all together, in bytes. */
const keptBytes = count

/** What a worker says. It runs foreign code next to it, so its messages are parsed like any input. */
export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('code_wanted'), execution: count }),
  /** The guest stands still until an answer comes. */
  z.object({ type: z.literal('waiting'), execution: count, calls: z.array(HostCall), fuelLeft: count, keptBytes }),
  z.object({
    type: z.literal('ended'),
    execution: count,
    calls: z.array(HostCall),
    fuelLeft: count,
    keptBytes,
    end: GuestEnd,
  }),
  z.object({ type: z.literal('dropped'), execution: count, keptBytes }),
])
export type FromWorker = z.infer<typeof FromWorker>
