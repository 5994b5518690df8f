import type { EndCause } from '../contract/end-cause.ts'
import { unitsOf } from '../contract/fuel.ts'
import type { HostAnswer, HostSeam } from '../contract/host-seam.ts'
import type { HostOp, JournalEntry } from '../contract/journal.ts'
import { CallContext } from '../contract/operations/call.ts'
import type { Json, TraceEntry } from '../contract/skill-io.ts'
import { sha256OfBytes } from '../core/hash.ts'
import { isSame, type Lack, type Permission } from '../core/lacks.ts'
import type { AnswerStore, Clock, Log, Traffic } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'
import type { EgressSession } from '../egress/session.ts'
import type { Pending } from '../journal/journal-seam.ts'
import type { JournalWriter } from '../journal/journal-writer.ts'
import { createLogBudget } from '../journal/printed.ts'
import type { StoredSizes } from '../journal/recall.ts'
import { createRecorder, maxStoredBytes, type Recorder } from '../journal/recorder.ts'
import { hideEarlierSignatures } from '../operations/crypto.ts'
import { type HostServices, hostOperations } from '../operations/host-operations.ts'
import { type CallOwner, end, type OperationContext, type RunStep } from '../operations/operation.ts'
import { keepFairKey } from '../queue/fair-key.ts'
import { createFairSlots } from '../queue/fair-slots.ts'
import { redactingText } from '../redact/redact-in-slices.ts'
import type { Steps } from '../redact/redaction-stream.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import { createJournalLines, textOf } from './journal-lines.ts'

export type HostSeamOptions = {
  readonly services: HostServices
  readonly owner: CallOwner
  readonly grant: Grant
  readonly session: EgressSession
  /** Declared secrets that were not granted. Reading one is a catchable error. */
  readonly withheldSecrets: readonly string[]
  /** Whether the action's effects include `act`. Absent: no. */
  readonly acts?: boolean
  /** Absent: the call is unknown. */
  readonly call?: CallContext
  /** Runs a step of the skill. Absent: the execution is not one of a skill of steps. */
  readonly runStep?: RunStep | undefined
  /** Milliseconds until the execution's deadline. Absent: there is none. */
  readonly leftMs?: () => number
  readonly clock: Clock
  /** Aborts when the execution ends, so that queued work is dropped. */
  readonly signal: AbortSignal
  /** Stores large answers. Absent: the journal holds only their hashes. */
  readonly answers?: AnswerStore | undefined
  /** Absent: the journal is written at the end, and the execution ends with its process. */
  readonly durable?: DurableJournal | undefined
  /** The operator's log, for answers that could not be stored. */
  readonly report?: Log | undefined
  /** Receives the skill's log lines, redacted and bounded. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
}

/** Writes a journal while it grows, so that another process can resume the execution. */
export type DurableJournal = {
  readonly writer: JournalWriter
  /** Calls answered before this process took over the execution. */
  readonly past: readonly JournalEntry[]
  /** The number of earlier host calls, including unanswered ones. */
  readonly known: number
  /** What was stored for these calls. Absent: nothing. */
  readonly stored?: StoredSizes | undefined
  /**
   * Answers are stored only with the first call that must not be repeated or that waits for an outside answer. If the
   * process ends earlier, the execution has had no effect and starts again from the beginning.
   */
  readonly isLazy?: boolean
}

export type RecordingSeam = HostSeam & {
  /** All host calls so far, by `seq`. A call in flight has the result `unanswered`. */
  readonly journal: readonly JournalEntry[]
  /**
   * The redacted host of a request that this process has made or repeated. The journal has none for arguments that are
   * too long for it.
   */
  hostOf(seq: number): string | undefined
  /** The journal's entries that are not durable yet, with their log lines redacted together. */
  unwritten(): Promise<readonly JournalEntry[]>
  /**
   * Durable log lines whose redaction changed: later lines contain the rest of a secret, or the execution ends without
   * that rest, so that the hidden part is shown again.
   */
  changed(): Promise<readonly JournalEntry[]>
  /** Whether any entry may already be stored. */
  readonly hasWritten: boolean
  /** The number of host calls so far, including those that the journal leaves out. */
  readonly count: number
  /** Calls in flight, by `seq`: without an answer, or with an answer that is not yet durable. */
  pending(): ReadonlyMap<number, Pending>
  /**
   * Like `call`, and also returns the answer's position in the order of answers. `at`: the call's number. Absent: the
   * next number.
   */
  ask(op: HostOp, args: Json, fuelLeft: number, at?: number): Pending
  /** Called when the guest repeats a call, which the journal answers. */
  repeated(seq: number, op: HostOp, args: Json): void
  /** Marks the execution as ended: later answers get no position and are not delivered. */
  close(): void
  /** Resolves when every answer that the journal references is stored and all durable writes are done. */
  stored(): Promise<void>
  trace(): Promise<TraceEntry[]>
  traffic(): Traffic
  /** The declared permissions that the execution used without a grant, and the sets that lack them. */
  denied(): readonly Lack[]
}

type Answering = ReturnType<(typeof hostOperations)[HostOp]['open']>

/** The answer to a log line over the budget. */
const dropped = { answer: { kind: 'value', value: null }, settled: undefined } as const

/** A DNS name has at most 253 characters. The port has up to six. */
const maxHostCharacters = 259

const nothing = () => {}
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The seam of one execution: parses, authorizes, counts, answers and journals every host call. */
export function createHostSeam(options: HostSeamOptions): RecordingSeam {
  const { services, owner, grant, session, clock, signal, answers, durable, report = silent } = options
  const recorder: Recorder = createRecorder({
    clock,
    answers,
    shown: (op, args) => hostOperations[op].shown(args, session.redact),
    keepsArguments: (op) => hostOperations[op].keepsArguments,
    log: report,
    past: durable?.past,
    stored: durable?.stored,
  })
  const past = durable?.past ?? []
  const lines = createJournalLines({ entries: recorder.entries, past, redact: session.redact })
  const underWay = new Map<number, Pending>()
  /** The durable entries, as they were written. */
  const written = new Map(past.map((entry) => [entry.seq, entry]))
  /** Calls whose start is stored, because they must not be repeated. */
  const begun = new Set<number>()
  let writing: Promise<void> = Promise.resolve()
  let hasWritten = durable !== undefined && (durable.isLazy !== true || durable.known > 0)
  const urls = new Map<number, string>()
  const denied: Permission[] = []
  let bytes = 0
  let tokens: number | undefined = 0
  let calls = past.filter(({ op }) => hostOperations[op].isCounted).length
  let seq = durable?.known ?? 0
  const fitsTheLog = createLogBudget()
  /** The last line that counts in the log budget. A guest that lost its worker prints its lines again. */
  let lastLine = -1

  const closing = new AbortController()
  const slots = createFairSlots({ width: grant.limits.hostCallsInFlight })
  const context: OperationContext<HostServices> = {
    acts: false,
    call: CallContext.parse({}),
    leftMs: () => Number.POSITIVE_INFINITY,
    ...options,
    past,
    canWait: durable !== undefined,
    signal: AbortSignal.any([signal, closing.signal]),
    denied(permission, item = '') {
      const asked = { permission, item }
      if (!denied.some((before) => isSame(before, asked))) denied.push(asked)
    },
    spent(cost) {
      if ('bytes' in cost) bytes += cost.bytes
      else tokens = tokens === undefined || cost.tokens === undefined ? undefined : tokens + cost.tokens
    },
    enter: () => slots.take(),
  }
  hideEarlierSignatures(context)
  const opened = new Map<HostOp, Answering>()

  /** Creates an operation's per-execution state at its first call. */
  function answering(op: HostOp): Answering {
    const known = opened.get(op)
    if (known) return known
    const made = hostOperations[op].open(context)
    opened.set(op, made)
    return made
  }

  async function answer(op: HostOp, args: Json): Promise<HostAnswer> {
    if (hostOperations[op].isCounted) {
      if (++calls > grant.limits.hostCalls)
        return end('CAPABILITY_DENIED', `more than ${grant.limits.hostCalls} host calls`, 'host_calls')
      if (await services.hasEnded?.(owner.principal))
        return end('FORBIDDEN', 'the principal has expired or was revoked')
    }
    return answering(op)(args)
  }

  async function settle(at: number, answering: Promise<HostAnswer>) {
    const given = await answering
    if (given.kind === 'suspend') return wait(at)
    const body = given.kind === 'value' ? given.body : undefined
    const entry = recorder.settle(at, given, body && (await sha256OfBytes(body)))
    if (durable && entry?.settled !== undefined && (durable.isLazy !== true || begun.has(at))) {
      // Stores the answer before the guest gets it, so that an answer that the guest has seen is never requested again.
      if (durable.isLazy === true) await writeAnswered()
      else {
        await recorder.stored()
        await durable.writer.write(entry)
        written.set(at, entry)
      }
    }
    underWay.delete(at)
    return { answer: given, settled: entry?.settled }
  }

  /** Writes all answers so far: the journal has no gaps in the order of answers. */
  function writeAnswered(): Promise<void> {
    writing = writing.then(async () => {
      const entries = recorder.answered(written)
      await recorder.stored()
      const shown = entries.some(({ op }) => op === 'console.log') ? await together(entries) : entries
      await durable?.writer.writeAll(shown)
      for (const entry of shown) written.set(entry.seq, entry)
    })
    return writing
  }

  /**
   * Redacts the log lines of these entries in the context of all lines so far, more of which may follow. Also returns
   * the durable lines whose redaction changes.
   */
  async function together(entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
    const all = await lines.shown({ isOpen: true })
    const shown = new Map(all.map((entry) => [entry.seq, entry]))
    return [...entries.map((entry) => shown.get(entry.seq) ?? entry), ...changedOf(all)]
  }

  /** Log lines whose stored text differs. */
  const changedOf = (entries: readonly JournalEntry[]): JournalEntry[] =>
    entries.filter((entry) => written.has(entry.seq) && textOf(written.get(entry.seq)) !== textOf(entry))

  async function wait(at: number): Pending {
    const refuse = (reason: string, cause?: EndCause) =>
      settle(at, Promise.resolve(end('CAPABILITY_DENIED', reason, cause)))
    if (!durable) return refuse('only a durable execution can wait for an outside answer')
    if (recorder.isOverLimit()) {
      const most = maxStoredBytes / 1024 / 1024
      return refuse(`waiting for an outside answer after answers of more than ${most} MB`, 'stored_answers')
    }
    const entry = recorder.wait(at)
    hasWritten = true
    if (durable.isLazy === true) await writeAnswered()
    await recorder.stored()
    await durable.writer.write(entry)
    underWay.delete(at)
    return { answer: { kind: 'suspend' }, settled: undefined }
  }

  /** Journals a non-repeatable call before it is sent, so that a resume knows that it began. */
  async function answerDurably(op: HostOp, args: Json, entry: JournalEntry): Promise<HostAnswer> {
    if (durable && !hostOperations[op].isRepeatable(args)) {
      hasWritten = true
      if (durable.isLazy === true) {
        begun.add(entry.seq)
        await writeAnswered()
      }
      await durable.writer.write(entry)
    }
    return answer(op, args)
  }

  function* tracing(): Steps<TraceEntry[]> {
    const made: TraceEntry[] = []
    for (const { seq: at, op, fuel_left: fuel, duration_ms: ms } of recorder.entries()) {
      const url = urls.get(at)
      const shown = url === undefined ? {} : { url: yield* redactingText(url, session.redact) }
      made.push({ op, ...shown, fuel: unitsOf(fuel), ms })
      yield url?.length ?? 0
    }
    return made
  }

  /** The guest's thread calls this, and the answer is made in the turns of the execution's caller. */
  const ask = keepFairKey((op: HostOp, args: Json, fuelLeft: number, at: number = seq): Pending => {
    seq = Math.max(seq, at + 1)
    if (op === 'console.log') {
      lastLine = at
      if (!fitsTheLog(args)) return Promise.resolve(dropped)
    }
    const entry = recorder.open(at, op, args, fuelLeft)
    keepUrl(at, op, args)
    const asked = settle(at, durable ? answerDurably(op, args, entry) : answer(op, args))
    underWay.set(at, asked)
    return asked
  })

  function keepUrl(at: number, op: HostOp, args: Json): void {
    const url = hostOperations[op].urlOf?.(args)
    if (url !== undefined) urls.set(at, url)
  }

  return {
    get journal() {
      return recorder.entries()
    },
    // Redacts the host alone, because all calls of an execution are read at once, and their URLs may be long.
    hostOf(seq) {
      const host = URL.parse(urls.get(seq) ?? '')?.host
      return host === undefined || host.length > maxHostCharacters ? undefined : session.redact.text(host)
    },
    unwritten: async () => (await lines.shown({ isOpen: false })).filter(({ seq }) => !written.has(seq)),
    changed: async () => changedOf(await lines.shown({ isOpen: false })),
    get hasWritten() {
      return hasWritten
    },
    get count() {
      return seq
    },
    pending: () => new Map(underWay),
    ask,
    repeated(at, op, args) {
      keepUrl(at, op, args)
      if (op !== 'console.log' || at <= lastLine) return
      lastLine = at
      // Counts the original line, because the journal may store a shorter one.
      fitsTheLog(args)
      lines.repeated(at, args)
    },
    close() {
      recorder.close()
      // Ends programs that are still running.
      closing.abort()
    },
    async stored() {
      await recorder.stored()
      await durable?.writer.idle()
    },
    trace: () => runInSlices(tracing()),
    // The process that made the calls before did not record what they cost.
    traffic: () => (past.length > 0 ? { bytes: undefined, tokens: undefined } : { bytes, tokens }),
    denied: () =>
      denied.map((asked) => grant.withheld?.find((lack) => isSame(lack, asked)) ?? { ...asked, by: ['approval'] }),
    async call(op, args, fuelLeft) {
      const { answer: given } = await ask(op, args, fuelLeft)
      return given
    },
  }
}
