import type { EndCause } from './end-cause.ts'
import type { ErrorCode } from './errors.ts'
import type { HostOp } from './journal.ts'
import type { Json } from './skill-io.ts'

/**
 * An answer that reaches the guest. `rejected` throws an Error with this name and message in the guest, which may catch
 * it.
 */
export type GuestAnswer =
  | {
      readonly kind: 'value'
      readonly value: Json /** A body, sent beside the JSON. */
      readonly body?: Uint8Array
    }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }

/** Ends the execution; the guest cannot catch it. */
export type EndAnswer = {
  readonly kind: 'end'
  readonly code: ErrorCode
  /** A sentence for the log, never for the caller. Nothing depends on its words. */
  readonly reason: string
  /** Absent: the code tells all. */
  readonly cause?: EndCause | undefined
}

export type FinalAnswer = GuestAnswer | EndAnswer

/**
 * The answer to one host call. `suspend`: the answer comes later, from outside. Once the guest waits for nothing else,
 * the runtime releases the execution and starts it anew when the answer has arrived.
 */
export type HostAnswer = FinalAnswer | { readonly kind: 'suspend' }

/** The answer to a call that cannot suspend. */
export function finalAnswer(answer: HostAnswer): FinalAnswer {
  if (answer.kind === 'suspend') throw new TypeError('This host call cannot wait for an external answer')
  return answer
}

/**
 * The only way out of a sandbox. Every host call passes here and is checked, counted and journaled. `args` has the
 * shapes of `host-calls.ts`; the answers are those of `operations/`. `fuelLeft` is in metered instructions at
 * the moment of the call. `call` rejects only on a bug.
 */
export type HostSeam = {
  call(op: HostOp, args: Json, fuelLeft: number): Promise<HostAnswer>
}

/** An answer that is known in advance. `request` numbers the guest's calls that wait for an answer, from 0. */
export type KnownAnswer = { readonly request: number; readonly answer: GuestAnswer }
