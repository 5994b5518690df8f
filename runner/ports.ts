import type { BoundCredentials } from './contract/bound-credentials.ts'
import type { ErrorCode } from './contract/errors.ts'
import type { ExecutionId } from './contract/ids.ts'
import type { JournalEntry, OpenRecording, Recording } from './contract/journal.ts'
import type { Principal } from './contract/principal.ts'
import type { DataLabel, SkillInput, SkillOutput } from './contract/skill-io.ts'
import type { LoadedSkill } from './skill.ts'

/** What the runner asks of its host. Tests pass fakes; `lib/compose.ts` passes the real ones. */

/** Milliseconds since the epoch, and monotonic milliseconds for durations. */
export type Clock = { now(): number; monotonic(): number }

export type RandomBytes = (size: number) => Uint8Array

/** A line for the operator's log. Values in `fields` are never secrets. */
export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** The release that runs under a skill's name now, and whether it is switched on. */
export type CurrentSkill = { readonly skill: LoadedSkill; readonly isEnabled: boolean }

/** Finds releases of skills. `undefined`: there is none. */
export type SkillSource = {
  current(name: string): Promise<CurrentSkill | undefined>
  /** Also one that is not current any more: what was recorded or paused goes on with the release that it began with. */
  byDigest(digest: string): Promise<LoadedSkill | undefined>
}

/** Knows credentials. Their values go to the egress engine only. */
export type CredentialBroker = {
  /** What `principal` has under these names at this moment. A name without a value is absent. */
  bind(principal: Principal, secrets: readonly string[]): Promise<BoundCredentials>
}

/** Where a declared host really is. The default is `https://<host>` and `live`. */
export type Upstream = { readonly url: string; readonly data: DataLabel }
export type Upstreams = { of(host: string): Upstream | undefined }

/** UTC offsets of local times in IATA places or IANA zones, or which pair is wrong and why. */
export type TimeOffsets = (
  pairs: ReadonlyArray<readonly [placeOrZone: string, localTime: string]>,
) => { ok: true; offsets: string[] } | { ok: false; index: number; reason: string }

/** Keeps a text so that whoever reads what is stored does not see it. */
export type Seal = {
  close(text: string, subject: string): string
  /** Undefined: it was sealed with another key, or for another subject. */
  open(sealed: string, subject: string): string | undefined
}

export type ExecutionStart = {
  readonly id: ExecutionId
  readonly skill: string
  readonly version: string
  readonly digest: string
  /** As people may see it. */
  readonly input: SkillInput
  /** A credential that it held was replaced by a mask. */
  readonly inputRedacted: boolean
  readonly principal: Principal
  /** What it takes to go on with it elsewhere. Absent: it ends with its process. */
  readonly durable?: OpenRecording
}
export type DurableStart = ExecutionStart & { readonly durable: OpenRecording }
/** A durable execution that has not ended, as its journal tells it. */
export type UnfinishedExecution = {
  readonly id: ExecutionId
  readonly skill: string
  readonly version: string
  readonly digest: string
  readonly recording: OpenRecording
  /** By `seq`. */
  readonly journal: readonly JournalEntry[]
}
/** The same, whose record is not what was written: it may not go on. `altered` says what is not. */
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
  readonly journal: readonly JournalEntry[]
  /** Absent: the execution cannot be replayed. */
  readonly recorded?: { readonly recording: Recording; readonly start: ExecutionStart }
  readonly fuelUsed: number
  readonly data: DataLabel | undefined
}

/** Keeps executions and their host calls. What it is told is durable when it resolves. */
export type ExecutionStore = {
  started(start: ExecutionStart): Promise<void>
  /** @throws when it has ended or is another process's by now: it ends once. */
  finished(end: ExecutionEnd): Promise<void>
}

/** Keeps the journals of durable executions while they grow. What it is told is durable when it resolves. */
export type JournalStore = {
  /**
   * Puts host calls into a journal, or answers to those that are there.
   *
   * @throws when the execution has ended or is another process's by now, as do the others.
   */
  append(id: ExecutionId, entries: readonly JournalEntry[]): Promise<void>
  /** It goes on with another engine than before. */
  reopened(start: DurableStart): Promise<void>
  /** It waits for answers from outside: no process has it until there is one. */
  suspended(start: DurableStart, fuelUsed: number): Promise<void>
}

/** Keeps large answers of host calls, each once, by the sha256 (hex) of its bytes. They may be gone after a while. */
export type AnswerStore = {
  put(hash: string, bytes: Uint8Array): Promise<void>
  /** Those of them that are still there. */
  get(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

/** An execution that has ended, with all that it takes to run it again. */
export type RecordedExecution = {
  /** False: nothing vouches for it, because it was recorded before records were authenticated, or because somebody took that away. */
  readonly isAuthentic: boolean
  readonly id: ExecutionId
  readonly skill: string
  readonly digest: string
  readonly recording: Recording
  /** By `seq`. */
  readonly journal: readonly JournalEntry[]
  readonly output: SkillOutput
  readonly fuelUsed: number
  readonly data: DataLabel | undefined
}
export type RecordingSource = {
  /** `altered`: what of it is not as it was written. */
  load(id: ExecutionId): Promise<RecordedExecution | { readonly missing: string } | { readonly altered: string }>
}
