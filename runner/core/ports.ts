import type { AgentRule } from '../contract/agent-rule.ts'
import type { BoundCredentials } from '../contract/bound-credentials.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { HostOp, JournalEntry, OpenRecording, Recording } from '../contract/journal.ts'
import type { Tier } from '../contract/manifest.ts'
import type { RecallArgs } from '../contract/operations/memory.ts'
import type { OperatorMessage } from '../contract/operations/messages.ts'
import type { Principal } from '../contract/principal.ts'
import type { DataLabel, Json, SkillInput, SkillOutput } from '../contract/skill-io.ts'
import type { Lack } from './lacks.ts'
import type { LoadedSkill } from './skill.ts'

/** The interfaces that the runner requires of its host. Tests pass fakes; `lib/compose` passes the real ones. */

/** `now`: milliseconds since the epoch. `monotonic`: milliseconds for measuring durations. */
export type Clock = { now(): number; monotonic(): number }

export type RandomBytes = (size: number) => Uint8Array

/** The operator's log. `fields` never holds secrets. */
export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** The release that a skill's name now refers to, and whether it is enabled. */
export type CurrentSkill = {
  readonly skill: LoadedSkill
  readonly isEnabled: boolean
  /** Why the gates, or its relations to other skills, keep it from running, for the log and the operator. */
  readonly refusal?: string
}

/** Finds releases of skills. `undefined`: not found. */
export type SkillSource = {
  current(name: string): Promise<CurrentSkill | undefined>
  /** Finds superseded releases too: replayed and resumed executions use the release that they started with. */
  byDigest(digest: string): Promise<LoadedSkill | undefined>
}

/** What the operator lets a caller do with single skills, by the skill's name. Absent: the name has no rule. */
export type AgentRules = { of(principal: Principal): Promise<ReadonlyMap<string, AgentRule>> }

/** The secrets of a skill that its caller has values of its own for, and the hosts that the skill may send them to. */
type OwnSecrets = {
  readonly skill: string
  readonly names: readonly string[]
  readonly hosts: readonly string[]
}

/** Provides credentials, whose values only the egress engine reads. */
export type CredentialBroker = {
  /**
   * The principal's current credentials under these names. Names without a value are absent. `own`: names for which only
   * the principal's own values count.
   */
  bind(principal: Principal, secrets: readonly string[], own?: OwnSecrets): Promise<BoundCredentials>
  /** Why a secret has no value and how to set it for these hosts, for the log. Contains no part of any value. */
  whyMissing?(secret: string, hosts: readonly string[]): string
}

/** A request that the policy refused, as a whole or in part. */
export type RefusedRequest = {
  readonly skill: string
  readonly version: string
  readonly digest: string
  readonly principal: Principal
  /** Absent: no execution started. */
  readonly execution?: ExecutionId | undefined
  /** Absent: the skill continued without the denied permissions. */
  readonly code?: ErrorCode
  readonly reason: string
  /** The denied permissions, and the sets that lack them. */
  readonly lacks: readonly Lack[]
}
/** A request that was rejected for another reason than the policy: invalid input, an unknown skill, no runtime. */
export type RejectedRequest = {
  /** The skill. Absent: no skill has the requested name. */
  readonly skill?: string | undefined
  readonly principal: Principal
  readonly code: ErrorCode
}
/** Stores refused requests for the operator. */
export type RefusalLog = {
  /** The request is durable when the promise resolves. */
  refused(request: RefusedRequest): Promise<void>
  /** Stores a rejected request, possibly only as a count. Absent: rejected requests are not stored. */
  rejected?(request: RejectedRequest): Promise<void>
}

/** The real address of a declared host. The default is `https://<host>` and `live`. */
export type Upstream = { readonly url: string; readonly data: DataLabel }
export type Upstreams = { of(host: string): Upstream | undefined }

/**
 * UTC offsets of local times at IATA places or in IANA zones, in the given order. `null`: the place, zone or time is not
 * known. Not `ok`: there are no zones.
 */
export type TimeOffsets = (
  pairs: ReadonlyArray<readonly [placeOrZone: string, localTime: string]>,
) => { ok: true; offsets: (string | null)[] } | { ok: false; reason: string }

/** Why a file was not read or written. `name` is the error's name in the skill. */
export type FileRefusal = { readonly ok: false; readonly name: string; readonly message: string }
/** The files of one skill: regular files below the skill's folder. Paths are relative and checked by the caller. */
export type SkillFiles = {
  /** Reads a UTF-8 text file. */
  read(path: string): Promise<{ readonly ok: true; readonly text: string } | FileRefusal>
  /** Replaces or creates the whole file, and the folders above it. */
  write(path: string, text: string): Promise<{ readonly ok: true; readonly bytes: number } | FileRefusal>
}

export type CommandRequest = {
  readonly name: string
  readonly args: readonly string[]
  readonly stdin: string
  readonly timeoutMs: number
  /** The limit of standard output and standard error together. A command that prints more is ended. */
  readonly maxOutputBytes: number
  /** Whether the command may change anything outside its sandbox. */
  readonly acts: boolean
  readonly signal: AbortSignal
}
/** `refused`: the command was not started, or was ended. `name` is the error's name in the skill. */
export type CommandEnd =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: Uint8Array; readonly stderr: Uint8Array }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string }
  /** The operator has not configured what the command needs. */
  | { readonly kind: 'unconfigured'; readonly message: string }
/** Runs programs of this machine, each in a sandbox. Never rejects. */
export type Commands = { run(request: CommandRequest): Promise<CommandEnd> }

/** Encrypts text, so that reading the storage does not reveal it. */
export type Seal = {
  close(text: string, subject: string): string
  /** Undefined: the text was sealed with another key or for another subject. */
  open(sealed: string, subject: string): string | undefined
}

export type ExecutionStart = {
  readonly id: ExecutionId
  readonly skill: string
  readonly version: string
  readonly digest: string
  /** The redacted input, which people may see. */
  readonly input: SkillInput
  /** True: redaction replaced a credential in the input. */
  readonly inputRedacted: boolean
  readonly principal: Principal
  readonly tier: Tier
  /** The names of the credentials that are bound for the execution. */
  readonly keys: readonly string[]
  /** The execution of a skill of steps of which this one is a step. Absent: none. */
  readonly partOf?: ExecutionId
  /** The data that another process needs to resume the execution. Absent: the execution ends with its process. */
  readonly durable?: OpenRecording
}
type DurableStart = ExecutionStart & { readonly durable: OpenRecording }
/** An unfinished durable execution, read from its journal. */
export type UnfinishedExecution = {
  readonly id: ExecutionId
  readonly skill: string
  readonly version: string
  readonly digest: string
  readonly recording: OpenRecording
  /** Ordered by `seq`. */
  readonly journal: readonly JournalEntry[]
}
/** An unfinished execution whose record was tampered with and must not be resumed. `altered` names what changed. */
export type AlteredExecution = {
  readonly id: ExecutionId
  readonly skill: string
  readonly version: string
  readonly altered: string
}
export type ExecutionEnd = {
  readonly id: ExecutionId
  readonly output: SkillOutput
  readonly errorCode: ErrorCode | undefined
  /** The host calls that are not stored yet. */
  readonly journal: readonly JournalEntry[]
  /** True: no entry of the journal is stored yet. Absent: unknown. */
  readonly isWholeJournal?: boolean
  /** Absent: the execution cannot be replayed. */
  readonly recorded?: { readonly recording: Recording; readonly start: ExecutionStart }
  readonly fuelUsed: number
  /** Absent: unknown to the runtime, or nothing ran. */
  readonly peakMemoryBytes?: number | undefined
  /** The duration of the last leg. Absent: nothing ran. */
  readonly durationMs?: number
  /** The host operations that the execution used. Absent: nothing ran. */
  readonly used?: readonly CapabilityUse[]
  /** Absent: not measured, or nothing ran. */
  readonly traffic?: Traffic
  readonly data: DataLabel | undefined
  /** The execution's messages to the operator. Absent: none. A failed execution sends no messages. */
  readonly messages?: readonly NotedMessage[]
}
/** The operator's OpenClaw gateway, for skills with the `gateway` permission. Never rejects. */
export type Gateway = {
  post(
    payload: { readonly [name: string]: Json },
    limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<GatewayAnswer>
}
/** An answer without the gateway's token, or the reason why there is none: a sentence without token or address. */
type GatewayAnswer = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

/** The operator's language model, for skills with the `llm` permission. */
export type LanguageModel = {
  /** Never rejects. `timeoutMs`: the longest wait. */
  predict(prompt: string, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<Prediction>
}
/** A text without the credential, or the reason why there is none: a sentence without credential or address. */
export type Prediction =
  /** `tokens`: of prompt and answer together. Absent: the model did not tell them. */
  | { readonly kind: 'text'; readonly text: string; readonly tokens?: number | undefined }
  | {
      readonly kind: 'failed'
      readonly reason: 'unavailable' | 'timeout' | 'too_large' | 'aborted'
      readonly message: string
    }

/**
 * Appends an entry to the instance's call log. Rejects if the entry could not be stored. `of`: the execution that wrote
 * it, its skill, and the id of its call.
 */
export type CallLogStore = (
  entry: { readonly [name: string]: Json },
  of: { readonly execution: ExecutionId; readonly skill: string; readonly call: string },
) => Promise<void>

/**
 * Finds earlier actions of one principal, never those of another, newest first, that contain every word of the query.
 * Changes nothing.
 */
export type MemorySource = (principal: Principal, asked: RecallArgs) => Promise<readonly string[]>

/** A message to the operator, with the number of its host call. The text is redacted. */
export type NotedMessage = OperatorMessage & { readonly seq: number }
/** A host operation of an execution, and the number of its calls. `host`: the requested host. */
export type CapabilityUse = { readonly op: HostOp; readonly host?: string; readonly calls: number }

/**
 * What the host calls of an execution cost. `bytes`: of the bodies that were sent and received. `tokens`: of the
 * operator's model. Undefined: not known, such as after a resume, or because the model did not tell them.
 */
export type Traffic = { readonly bytes: number | undefined; readonly tokens: number | undefined }

/** Stores executions and their host calls. Writes are durable when the promise resolves. */
export type ExecutionStore = {
  started(start: ExecutionStart): Promise<void>
  /**
   * If the execution was deleted meanwhile, stores neither its output nor its journal, and does not throw.
   *
   * @throws when the execution has already ended, or another process owns it: an execution ends only once
   */
  finished(end: ExecutionEnd): Promise<void>
}

/** Stores the journals of durable executions while they grow. Writes are durable when the promise resolves. */
export type JournalStore = {
  /**
   * Appends host calls to a journal, or adds answers to host calls already in it.
   *
   * @throws when the execution has ended, belongs to another process or was deleted; the caller must not make an
   *   unrecorded call
   */
  append(id: ExecutionId, entries: readonly JournalEntry[]): Promise<void>
  /** Records that the execution resumes on another engine. @throws like `append` */
  reopened(start: DurableStart): Promise<void>
  /**
   * Releases an execution until the outside answer that it waits for arrives. Stores nothing when the execution was
   * deleted meanwhile.
   */
  suspended(start: DurableStart, fuelUsed: number, durationMs: number): Promise<void>
}

/** Stores large host-call answers by the sha256 (hex) of their bytes. Answers may expire. */
export type AnswerStore = {
  put(hash: string, bytes: Uint8Array): Promise<void>
  /** Returns the answers that are still stored. */
  get(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

/** An ended execution with everything that a replay needs. */
export type RecordedExecution = {
  readonly id: ExecutionId
  readonly skill: string
  readonly digest: string
  readonly recording: Recording
  /** Ordered by `seq`. */
  readonly journal: readonly JournalEntry[]
  readonly output: SkillOutput
  readonly fuelUsed: number
  readonly data: DataLabel | undefined
}
export type RecordingSource = {
  /** `altered`: which part of the record was tampered with. */
  load(id: ExecutionId): Promise<RecordedExecution | { readonly missing: string } | { readonly altered: string }>
}
