import type { Json } from '../contract/skill-io.ts'
import type { EgressSession } from '../egress/session.ts'
import type { TimeOffsets } from '../ports.ts'
import type { EndAnswer, HostAnswer } from '../runtimes/runtime.ts'
import type { Grant } from '../skill.ts'

/** What the operations of one execution work with. */
export type OperationContext = {
  readonly grant: Grant
  readonly session: EgressSession
  /** Declared secrets that were not granted: asking for one can be caught. */
  readonly withheldSecrets: readonly string[]
  readonly timeOffsets: TimeOffsets
  /** Aborts when the execution ends: what still waits then is not worked on. */
  readonly signal: AbortSignal
  /** Receives the skill's log lines, redacted. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
  /** Waits for a place among the calls in flight, and leaves it by scope. */
  readonly enter: () => Promise<Disposable>
}

/** One thing that a skill may ask of its host. All that is special about it stands here and nowhere else. */
export type HostOperation = {
  /** It counts against the host calls of the grant. What does not has a bound of its own. */
  readonly isCounted: boolean
  /** The guest waits for its answer. Else it goes on at once, and the answer says only whether it may. */
  readonly isAwaited: boolean
  /** Whoever reads the journal needs all of its arguments, however large they are. Else large ones stand there by their hash. */
  readonly keepsArguments: boolean
  /** Asking again is the same as asking once: it may be repeated when nobody knows whether it was answered. */
  isRepeatable(args: Json): boolean
  /** Its arguments as log and journal show them. */
  shown(args: Json, redact: EgressSession['redact']): Json
  /** Where a request is to go, for the trace. Absent: nowhere. */
  urlOf?(args: Json): string | undefined
  /** An answer as the guest got it, from what a database kept of it: a `jsonb` column sorts the keys of an object. */
  restored(value: Json): Json
  /** Answers the calls of one execution: checks arguments and grant, and never throws. */
  open(context: OperationContext): (args: Json) => HostAnswer | Promise<HostAnswer>
}

/** What most operations are like. */
export const ordinary = {
  isCounted: true,
  isAwaited: true,
  keepsArguments: false,
  isRepeatable: () => true,
  shown: (args, redact) => redact.json(args),
  restored: (value) => value,
} satisfies Omit<HostOperation, 'open'>

export const end = (code: EndAnswer['code'], reason: string): HostAnswer => ({
  kind: 'end',
  code,
  reason,
})
export const rejected = (name: string, message: string): HostAnswer => ({ kind: 'rejected', name, message })
