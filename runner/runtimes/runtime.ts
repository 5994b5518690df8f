import type { ErrorCode, RaisableCode } from '../contract/errors.ts'
import type { HostOp } from '../contract/journal.ts'
import type { RuntimeName } from '../contract/manifest.ts'
import type { Json, SkillInput } from '../contract/skill-io.ts'
import type { ExecutionLimits, LoadedSkill } from '../skill.ts'

/** An answer that reaches the guest. A rejection is an Error with this name and message, which it may catch. */
export type GuestAnswer =
  | {
      readonly kind: 'value'
      readonly value: Json /** A body that travels beside the JSON. */
      readonly body?: Uint8Array
    }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }

/** Ends the execution; the guest cannot catch it. */
export type EndAnswer = {
  readonly kind: 'end'
  readonly code: ErrorCode /** For the log, never for the caller. */
  readonly reason: string
}

export type FinalAnswer = GuestAnswer | EndAnswer

/**
 * The answer to one host call. `suspend`: it comes from outside, later. When the guest waits for nothing else, the runtime lets go of
 * the execution, which starts anew once the answer is there.
 */
export type HostAnswer = FinalAnswer | { readonly kind: 'suspend' }

/** An answer to what is never answered from outside. */
export function finalAnswer(answer: HostAnswer): FinalAnswer {
  if (answer.kind === 'suspend') throw new TypeError('Here nothing waits for an answer from outside')
  return answer
}

/**
 * The one seam between a sandbox and the world. Every host call passes here, is checked, counted and journaled.
 * `args` has the shapes of `contract/host-calls.ts`; the answers are those of `operations/`. `fuelLeft` is in metered
 * instructions at the moment of the call. It never throws.
 */
export type HostSeam = {
  call(op: HostOp, args: Json, fuelLeft: number): Promise<HostAnswer>
}

export type RuntimeExecution = {
  /** Names it in logs, and on what a runtime makes for it outside of this process. */
  readonly id: string
  readonly skill: LoadedSkill
  readonly input: SkillInput
  /**
   * Whose it is. Executions of one key take turns with those of others, so that nobody's flood delays them. Those
   * without a key share one.
   */
  readonly fairKey?: string
  readonly limits: ExecutionLimits
  /** Hosts that were granted, as host or host:port. `host` checks them all the same. */
  readonly hosts: readonly string[]
  /** Seeds the guest's `Math.random`. */
  readonly seed: Uint8Array
  /** The guest's clock, milliseconds since the epoch; it stands still during an execution. */
  readonly nowMs: number
  /**
   * Placeholders of the granted secrets, by name: `secrets.get` answers from here, synchronously. Null: declared, but
   * its approval was withheld, which throws a `CapabilityRevoked` that the guest may catch.
   */
  readonly secrets: Readonly<Record<string, string | null>>
  /** Stands for the operator's values of the granted secrets: another one, another value. Absent: not known. */
  readonly credentials?: string
  readonly host: HostSeam
  /**
   * Answers that are known before they are asked for, in the order in which the guest gets them. `host` is asked all the
   * same, and can still end the execution. `request` counts the guest's calls that wait for an answer, from 0.
   */
  readonly ahead?: readonly { readonly request: number; readonly answer: GuestAnswer }[]
  /** Aborted: the caller went away, or the deadline passed. The runtime stops the guest at once. */
  readonly signal: AbortSignal
}

/**
 * How an execution ended, before the runner makes an output of it. `detail` is for the log only. `retryAfterMs` goes
 * with RATE_LIMITED: the runtime had no room for it, and when it may have some.
 */
export type RuntimeEnd =
  | { readonly kind: 'returned'; readonly value: Json; readonly fuelUsed: number }
  | {
      readonly kind: 'raised'
      readonly code: RaisableCode
      readonly detail: string
      /** With INVALID_INPUT: the field that it refuses, as far as the skill names one. */
      readonly field?: string
      readonly fuelUsed: number
    }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode
      readonly detail: string
      readonly fuelUsed: number
      /** It lost what it ran on and was not the cause: it may start anew, with its host calls answered as they were. */
      readonly canResume?: boolean
      readonly retryAfterMs?: number
    }

/** `suspended`: host calls were answered with `suspend`, and it waits for nothing else. Nothing of it runs any more. */
export type RuntimeOutcome = RuntimeEnd | { readonly kind: 'suspended'; readonly fuelUsed: number }

/** One way to run a skill. Implementations keep no state between executions that a skill could see. */
export type Runtime = {
  readonly name: RuntimeName
  /** Stands for what counts fuel: runtimes of equal versions count the same for the same execution. */
  readonly engineVersion: string
  /** Runs one execution to its end. Resolves for whatever a skill does; rejects only for a bug of ours. */
  run(execution: RuntimeExecution): Promise<RuntimeOutcome>
  /** Why it can run nothing now; undefined: it can. Absent: it always can. */
  unavailable?(): Promise<string | undefined>
  /** Resolves when a trivial skill ran to its end; else rejects with the reason. */
  probe(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
