import type { Confirmations } from './confirm.ts'
import type { EgressEngine } from './egress/session.ts'
import type {
  AnswerStore,
  Clock,
  CredentialBroker,
  ExecutionStore,
  JournalStore,
  Log,
  RandomBytes,
  Seal,
  SkillSource,
  TimeOffsets,
} from './ports.ts'
import type { Runtime } from './runtimes/runtime.ts'

export type RunnerPorts = {
  readonly skills: SkillSource
  /** In no order: a manifest says which it prefers. */
  readonly runtimes: readonly Runtime[]
  readonly egress: EgressEngine
  readonly timeOffsets: TimeOffsets
  readonly store: ExecutionStore
  /** Absent: nothing is durable. */
  readonly journals?: JournalStore
  /** Absent: what needs a confirmation never runs. */
  readonly confirmations?: Confirmations
  /** Absent: no secret has a value but an execution's own. */
  readonly broker?: CredentialBroker
  /** Absent: large answers are journaled by hash alone, so that no execution which had one is replayed or resumed. */
  readonly answers?: AnswerStore
  /** Absent: no durable execution has a credential in its input. */
  readonly seal?: Seal
  /** Aborted: the process ends, and leaves its durable executions to another. */
  readonly stopping?: AbortSignal
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}
