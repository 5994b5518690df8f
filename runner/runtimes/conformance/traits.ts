import type { ErrorCode } from '../../contract/errors.ts'
import type { ExecutionLimits } from '../../skill.ts'
import { testLimits } from './harness.ts'

/** A code, or that the skill returned: what it does is no harm in this runtime. */
export type CaseEnd = ErrorCode | 'returned'

/** In what a runtime may differ from others, and no further. */
export type Traits = {
  /** The names that a skill may find in its global object, sorted. */
  readonly globals: readonly string[]
  /** `exact`: fuel is counted, the same each time. `time`: a skill that computes without end ends with its time. */
  readonly fuel: 'exact' | 'time'
  /** Whether a skill that asks for more memory than it has gets an error that it may catch, or ends. */
  readonly outOfMemory: 'caught' | 'ends'
  /** Ends that a case may have here beside those of its own list; by the case's title. */
  readonly alsoEnds: Readonly<Record<string, readonly CaseEnd[]>>
  /** What a skill cannot leave behind here in the first place; by the case's title. */
  readonly cannotLeave: readonly string[]
  /** Samples that a property is tried with. */
  readonly samples: number
}

/** The ends that a case may have. Where time is all that there is, its end is that of fuel. */
export function endsOf({ title, ends }: Pick<Case, 'title' | 'ends'>, traits: Traits): CaseEnd[] {
  const own = ends.map((code) => (code === 'OUT_OF_FUEL' && traits.fuel === 'time' ? 'TIMEOUT' : code))
  return [...own, ...(traits.alsoEnds[title] ?? [])]
}

const shortTimeoutMs = 2000

type Case = { readonly title: string; readonly ends: readonly ErrorCode[]; readonly limits?: Partial<ExecutionLimits> }

/** Where only time ends what has no end, nobody waits for all of it. */
export function limitsOf(one: Case, traits: Traits): ExecutionLimits {
  const isEndedByTime = traits.fuel === 'time' && endsOf(one, traits).includes('TIMEOUT')
  return { ...testLimits, ...(isEndedByTime ? { timeoutMs: shortTimeoutMs } : {}), ...one.limits }
}
