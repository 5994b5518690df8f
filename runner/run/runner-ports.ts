import type { TravelConfig } from '../contract/travel-config.ts'
import type {
  AgentRules,
  AnswerStore,
  Clock,
  CredentialBroker,
  ExecutionStore,
  JournalStore,
  Log,
  RandomBytes,
  RefusalLog,
  Seal,
  SkillSource,
} from '../core/ports.ts'
import type { EgressEngine } from '../egress/session.ts'
import type { HostServices } from '../operations/host-operations.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { Confirmations } from './confirm.ts'

export type RunnerPorts = {
  readonly services: HostServices
  readonly skills: SkillSource
  /** In any order; the manifest states its preference. */
  readonly runtimes: readonly Runtime[]
  readonly egress: EgressEngine
  readonly store: ExecutionStore
  /** The operator's configuration. Absent: `defaultConfig`, which restricts nothing. */
  readonly config?: TravelConfig
  /** What the operator lets single agents do. Absent: no agent has rules of its own. */
  readonly rules?: AgentRules
  /** Absent: refused requests are only logged. */
  readonly refusals?: RefusalLog
  /** Absent: no execution is durable. */
  readonly journals?: JournalStore
  /** Absent: actions that need confirmation never run. */
  readonly confirmations?: Confirmations
  /** Absent: only secrets that the caller passes have a value. */
  readonly broker?: CredentialBroker
  /** Absent: the journal holds large answers as hashes only, so an execution with one cannot be replayed or resumed. */
  readonly answers?: AnswerStore
  /** Stores the texts of scripts. Absent: `answers` stores them. */
  readonly scripts?: AnswerStore
  /** Encrypts inputs that contain a credential. Absent: a durable execution with such an input is refused. */
  readonly seal?: Seal
  /** Aborted when the process stops and leaves its durable executions to another process. */
  readonly stopping?: AbortSignal
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}
