import type { EndCause } from '../contract/end-cause.ts'
import type { CallContext } from '../contract/host-calls.ts'
import type { EndAnswer, HostAnswer } from '../contract/host-seam.ts'
import type { JournalEntry } from '../contract/journal.ts'
import type { PermissionKind } from '../contract/permission-kinds.ts'
import type { Json } from '../contract/skill-io.ts'
import type { CallLog, Commands, Gateway, LanguageModel, Recall, SkillFiles, TimeOffsets } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'
import type { EgressSession } from '../egress/session.ts'

/** What the operations of one execution use. */
export type OperationContext = {
  readonly grant: Grant
  readonly session: EgressSession
  /** Declared secrets that were not granted. Reading one is a catchable error. */
  readonly withheldSecrets: readonly string[]
  readonly timeOffsets: TimeOffsets
  /** The operator's name, which skills may use in messages. */
  readonly operatorName: string
  /** The operator's Telegram chat. Absent: none is configured. */
  readonly operatorTelegramId: string | undefined
  /** The operator's OpenClaw gateway. Absent: none is configured. */
  readonly gateway: Gateway | undefined
  /** Whether the action's effects include `act`, without which it must not change anything outside the sandbox. */
  readonly acts: boolean
  /** The skill's own folder. Absent: the skill has no folder, and every file call fails. */
  readonly files: SkillFiles | undefined
  /** Absent: no command runs. */
  readonly commands: Commands | undefined
  /** The operator's language model. Absent: only the caller's model can answer. */
  readonly model: LanguageModel | undefined
  /** The phone call or chat during which the skill runs. */
  readonly call: CallContext
  /** Stores entries of the call log. Absent: only the journal stores them. */
  readonly callLog: CallLog | undefined
  /** The answered host calls of earlier legs of the execution. */
  readonly past: readonly JournalEntry[]
  /** Finds earlier actions of the principal. */
  readonly recall: Recall
  /** Whether the execution can wait for an answer from outside. */
  readonly canWait: boolean
  /** Milliseconds until the execution's deadline. */
  readonly leftMs: () => number
  /** Aborts when the execution ends, so that queued work is dropped. */
  readonly signal: AbortSignal
  /** Receives the skill's log lines, redacted. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
  /** Records the use of a declared permission that was not granted. `item`: absent for boolean permissions. */
  readonly denied: (permission: PermissionKind, item?: string) => void
  /** Waits for one of the slots for calls in flight. Disposing the result releases the slot. */
  readonly enter: () => Promise<Disposable>
}

/** One host operation. Everything specific to it is defined here. */
export type HostOperation = {
  /** Whether a call counts against the grant's limit of host calls. Uncounted operations have a separate limit. */
  readonly isCounted: boolean
  /**
   * Whether the guest waits for the answer. Otherwise the guest continues at once, and the answer can only end the
   * execution.
   */
  readonly isAwaited: boolean
  /** Whether the journal stores arguments of any size in full. Otherwise it stores only the hash of large arguments. */
  readonly keepsArguments: boolean
  /** Whether the call is idempotent, so that it may be repeated when its answer is unknown. */
  isRepeatable(args: Json): boolean
  /** The arguments as log and journal show them. */
  shown(args: Json, redact: EgressSession['redact']): Json
  /** The URL of a request, for trace and audit. Absent: the operation sends no request. */
  urlOf?(args: Json): string | undefined
  /** Restores an answer read from a database to the guest's form: a `jsonb` column sorts object keys. */
  restored(value: Json): Json
  /** Answers the calls of one execution. Checks arguments and grant, and never throws. */
  open(context: OperationContext): (args: Json) => HostAnswer | Promise<HostAnswer>
}

/** The defaults of most operations. */
export const ordinary = {
  isCounted: true,
  isAwaited: true,
  keepsArguments: false,
  isRepeatable: () => true,
  shown: (args, redact) => redact.json(args),
  restored: (value) => value,
} satisfies Omit<HostOperation, 'open'>

export const end = (code: EndAnswer['code'], reason: string, cause?: EndCause): HostAnswer => ({
  kind: 'end',
  code,
  reason,
  cause,
})
export const rejected = (name: string, message: string): HostAnswer => ({ kind: 'rejected', name, message })
