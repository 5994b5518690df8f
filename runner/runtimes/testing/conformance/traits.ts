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
  /** Whether a skill that runs out of memory gets an error that it may catch, or ends. */
  readonly outOfMemory: 'caught' | 'ends'
  /** Extra ends that a case may have in this runtime, by case title. */
  readonly alsoEnds: Readonly<Record<string, readonly CaseEnd[]>>
  /** Traces that a skill cannot leave in this runtime, by case title. */
  readonly cannotLeave: readonly string[]
  /** Number of samples for each property test. */
  readonly samples: number
  /** How often the suite suspends an execution. Each continuation may need a new process. */
  readonly suspensions: number
  /**
   * Whether a process runs one execution after another. If not, an execution shares nothing with the next one that a
   * skill could change, so the suite looks for remains once after all attacks instead of after each attack.
   */
  readonly reusesProcesses: boolean
  /**
   * Whether the harness around a skill is also tested apart from this runtime, by `harnessConformance`. The suite then
   * tries one case of each group that the harness alone decides.
   */
  readonly isHarnessTestedApart: boolean
  /**
   * Hostile cases, by title, that the suite leaves out: this runtime ends them by the same mechanism as another case,
   * or another test covers them without the runtime.
   */
  readonly leftOut: readonly string[]
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
