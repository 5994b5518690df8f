import type { TravelConfig } from '../contract/travel-config.ts'
import type {
  AnswerStore,
  CallLogStore,
  Clock,
  Commands,
  CredentialBroker,
  ExecutionStore,
  Gateway,
  JournalStore,
  LanguageModel,
  Log,
  MemorySource,
  RandomBytes,
  RefusalLog,
  Seal,
  SkillFiles,
  SkillSource,
  TimeOffsets,
} from '../core/ports.ts'
import type { EgressEngine } from '../egress/session.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { Confirmations } from './confirm.ts'

export type RunnerPorts = {
  readonly skills: SkillSource
  /** In any order; the manifest states its preference. */
  readonly runtimes: readonly Runtime[]
  readonly egress: EgressEngine
  readonly timeOffsets: TimeOffsets
  /** The operator's name, which skills may use in messages. Absent: "the operator". */
  readonly operatorName?: string | undefined
  /** The operator's Telegram chat id. Absent: skills get no chat id. */
  readonly operatorTelegramId?: string | undefined
  /** The operator's OpenClaw gateway. Absent: a post rejects with a catchable error. */
  readonly gateway?: Gateway | undefined
  /** The folder of a skill, by its name. Absent: no skill has files. */
  readonly files?: ((skill: string) => SkillFiles) | undefined
  /** Absent: no skill runs a command. */
  readonly commands?: Commands | undefined
  /** Absent: predictions wait for the caller's model if the execution can wait. */
  readonly model?: LanguageModel | undefined
  /** Absent: every memory is empty. */
  readonly memory?: MemorySource | undefined
  /** Absent: entries of the call log are in journals only. */
  readonly callLog?: CallLogStore | undefined
  readonly store: ExecutionStore
  /** The operator's configuration. Absent: `defaultConfig`, which restricts nothing. */
  readonly config?: TravelConfig
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
