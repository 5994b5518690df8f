import type { ErrorCode } from '../../../contract/errors.ts'
import type { RuntimeDescriptor } from '../../../contract/runtimes.ts'
import type { ExecutionLimits } from '../../../core/skill.ts'
import { testLimits } from './harness.ts'

/** An error code, or 'returned' where the runtime lets the skill finish because it does no harm. */
export type CaseEnd = ErrorCode | 'returned'

/** The only ways in which runtimes may differ, besides their descriptors. */
export type Traits = {
  /** The names that a JavaScript skill may find on its global object, sorted. Absent in other languages. */
  readonly globals?: readonly string[]
  /** Extra ends that a case may have in this runtime, by case title. */
  readonly alsoEnds: Readonly<Record<string, readonly CaseEnd[]>>
  /** Traces that a skill cannot leave in this runtime, by case title. */
  readonly cannotLeave: readonly string[]
  /** Number of samples for each property test. */
  readonly samples: number
  /** How often the suite suspends an execution. Each continuation may need a new process. */
  readonly suspensions: number
  /**
   * Whether each execution has a process of its own, whose harness is tested apart. The suite then only tries what the
   * process decides: its transport, its limits and its end. Otherwise, an execution must find nothing of an earlier one
   * in its process, which the suite checks after each attack.
   */
  readonly hasOwnProcess: boolean
  /** The titles of the hostile cases to try. Default: all. */
  readonly hostileCases?: readonly string[]
}

/** The ends that a case may have. A runtime that counts no fuel replaces OUT_OF_FUEL with TIMEOUT. */
export function endsOf({ title, ends }: Pick<Case, 'title' | 'ends'>, { about, traits }: Of): CaseEnd[] {
  const own = ends.map((code) => (code === 'OUT_OF_FUEL' && !about.limits.fuel ? 'TIMEOUT' : code))
  return [...own, ...(traits.alsoEnds[title] ?? [])]
}

type Of = { readonly about: RuntimeDescriptor; readonly traits: Traits }

/** Longer than a container takes to start on an idle machine. */
const shortTimeoutMs = 700

type Case = { readonly title: string; readonly ends: readonly ErrorCode[]; readonly limits?: Partial<ExecutionLimits> }

/** Shortens the time limit of a case that only the time limit ends. */
export function limitsOf(one: Case, of: Of): ExecutionLimits {
  const isEndedByTime = !of.about.limits.fuel && endsOf(one, of).includes('TIMEOUT')
  return { ...testLimits, ...(isEndedByTime ? { timeoutMs: shortTimeoutMs } : {}), ...one.limits }
}
