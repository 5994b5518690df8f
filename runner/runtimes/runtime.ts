import type { EndCause } from '../contract/end-cause.ts'
import type { ErrorCode, RaisableCode } from '../contract/errors.ts'
import type { HostSeam, KnownAnswer } from '../contract/host-seam.ts'
import type { OpenRecording } from '../contract/journal.ts'
import type { RuntimeDescriptor } from '../contract/runtimes.ts'
import type { Json, SkillInput, SkillOutput } from '../contract/skill-io.ts'
import type { Log } from '../core/ports.ts'
import type { ExecutionLimits, LoadedSkill } from '../core/skill.ts'
import type { PausableLimit } from '../core/time-limit.ts'

export type RuntimeExecution = {
  /** Identifies the execution in logs, and names the resources that a runtime makes for it outside this process. */
  readonly id: string
  readonly skill: LoadedSkill
  readonly input: SkillInput
  /**
   * The key of the fair queue. Executions of different keys take turns, so that a flood from one delays no other.
   * Executions without a key share one.
   */
  readonly fairKey?: string
  readonly limits: ExecutionLimits
  /** Granted hosts, as host or host:port. `host` still checks every request. */
  readonly hosts: readonly string[]
  /** Hex. Seeds the guest's `Math.random`. */
  readonly seed: string
  /** The guest's clock in milliseconds since the epoch; it stands still during an execution. */
  readonly nowMs: number
  /**
   * Placeholders of the granted secrets by name, which `secrets.get` returns synchronously. Null: declared, but its
   * approval was withheld; `secrets.get` throws a `CapabilityRevoked`, which the guest may catch.
   */
  readonly secrets: Readonly<Record<string, string | null>>
  readonly host: HostSeam
  /**
   * Answers known in advance, in the order in which the guest receives them. The runtime still calls `host`, which can
   * end the execution.
   */
  readonly ahead?: readonly KnownAnswer[]
  /** Aborted: the caller disconnected or the deadline passed. The runtime stops the guest at once. */
  readonly signal: AbortSignal
  /**
   * Paused while the execution waits for its turn on a worker, so that others cannot use up its time. Absent: the wait
   * counts.
   */
  readonly timeLimit?: PausableLimit
}

/** The conditions that are equal in every leg and in a replay, so that the same answers give the same result. */
export const conditionsIn = ({
  limits,
  hosts,
  seed,
  now_ms: nowMs,
  secrets,
}: Pick<OpenRecording, 'limits' | 'hosts' | 'seed' | 'now_ms' | 'secrets'>) => ({ limits, hosts, seed, nowMs, secrets })

/** What an execution used. */
export type RuntimeUse = {
  readonly fuelUsed: number
  /** The highest memory use that the runtime observed. Absent: the runtime observed none. */
  readonly peakMemoryBytes?: number
  /** The interpreter's name and version, where results may depend on it: `Python 3.13.5`. Absent: not known. */
  readonly interpreter?: string
}

/**
 * How an execution ended, before the runner makes an output from it. `detail` is for the log only. `retryAfterMs` comes
 * with RATE_LIMITED, when the runtime had no capacity: it says when a retry is worthwhile.
 */
export type RuntimeEnd = RuntimeUse &
  (
    | { readonly kind: 'returned'; readonly value: Json }
    | {
        readonly kind: 'raised'
        readonly code: RaisableCode
        readonly detail: string
        /** With INVALID_INPUT: the invalid field, if the skill names one. */
        readonly field?: string
      }
    /** A step of the skill failed, or asks for a confirmation. This is its output. */
    | { readonly kind: 'stopped'; readonly output: Exclude<SkillOutput, { status: 'success' }> }
    | {
        readonly kind: 'failed'
        readonly code: ErrorCode
        readonly detail: string
        /** Why a host call ended the execution. Absent: none did, or the code tells all. */
        readonly cause?: EndCause | undefined
        /**
         * The execution lost its worker or container through no fault of its own. It may start anew with its recorded
         * host call answers.
         */
        readonly canResume?: boolean
        readonly retryAfterMs?: number
      }
  )

/** `suspended`: host calls were answered with `suspend`, and the guest waited for nothing else. It no longer runs. */
export type RuntimeOutcome = RuntimeEnd | (RuntimeUse & { readonly kind: 'suspended' })

/** What every runtime of this process starts with. */
export type StartOptions = {
  /** The project's folder, which has the runtime's files. Absolute. */
  readonly projectRoot: string
  readonly log: Log
  /** Number of worker threads. Default: one per core, at most 4. */
  readonly workers?: number | undefined
  /** The folder with the packages that scripts in Python can import. Absolute. Absent: there are none. */
  readonly pythonPackages?: string | undefined
  /** Called when a worker thread of a runtime has ended unasked, and another one takes its place. */
  readonly workerReplaced?: (runtime: string) => void
}

/** One way to run a skill. An implementation keeps no state between executions that a skill could see. */
export type Runtime = {
  readonly about: RuntimeDescriptor
  /** Identifies the fuel counter: runtimes of equal versions count the same fuel for the same execution. */
  readonly engineVersion: string
  /** Runs one execution to its end. Resolves whatever the skill does; rejects only on a bug here or in `host`. */
  run(execution: RuntimeExecution): Promise<RuntimeOutcome>
  /** Why the runtime can run nothing now; undefined: it can. Absent: it always can. */
  unavailable?(): Promise<string | undefined>
  /** Resolves when a trivial skill has run to its end; otherwise rejects with the reason. */
  probe(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
