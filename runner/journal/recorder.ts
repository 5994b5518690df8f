import type { FinalAnswer, GuestAnswer } from '../contract/host-seam.ts'
import type { HostOp, JournalEntry, JournalResult } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { hashOf, sha256 } from '../core/hash.ts'
import type { AnswerStore, Clock, Log } from '../core/ports.ts'
import type { StoredSizes } from './recall.ts'

export type RecorderOptions = {
  readonly clock: Clock
  /** Absent: the journal holds only hashes of large answers, so an execution with a large answer cannot be replayed. */
  readonly answers: AnswerStore | undefined
  /** The arguments for display, redacted and with bodies as hashes. Answers are journaled unchanged, for replays. */
  readonly shown: (op: HostOp, args: Json) => Json
  /** Whether the journal stores the arguments of an operation in full, whatever their size. */
  readonly keepsArguments: (op: HostOp) => boolean
  readonly log: Log
  /** Answered host calls of earlier legs of the same execution. */
  readonly past?: readonly JournalEntry[] | undefined
  /** What earlier legs have stored. Absent: nothing. */
  readonly stored?: StoredSizes | undefined
}

/** Writes the journal of one execution. */
export type Recorder = {
  /** Records a call without an answer. Returns the entry to store until the answer arrives. */
  open(seq: number, op: HostOp, args: Json, fuelLeft: number): JournalEntry
  /**
   * Records the answer and its position in the order of answers. After `close`, the answer gets no position.
   * `bodyHash`: the hash of the answer's body, if known.
   */
  settle(seq: number, answer: FinalAnswer, bodyHash?: string): JournalEntry | undefined
  /** Records that the answer arrives later, from outside. Returns the entry to store until then. */
  wait(seq: number): JournalEntry
  /** Marks the execution as ended: later answers get no position and are not delivered. */
  close(): void
  /** The answered calls that are not in `known`, in the order of their answers. */
  answered(known: Pick<ReadonlySet<number>, 'has'>): JournalEntry[]
  /** All host calls so far, by `seq`. A call in flight is `unanswered`. */
  entries(): JournalEntry[]
  /** True: answers over the limit were not stored, so that the execution cannot be resumed. */
  isOverLimit(): boolean
  /** Resolves when every large answer is stored. */
  stored(): Promise<void>
}

/** Values with longer JSON are stored by hash. */
const inlineBytes = 4096
/** The most bytes of answers stored for one execution. An execution that exceeds it cannot be replayed. */
export const maxStoredBytes = 32 * 1024 * 1024

type Open = Omit<JournalEntry, 'result' | 'duration_ms'> & { readonly started: number }

export function createRecorder({
  clock,
  answers,
  shown,
  keepsArguments,
  log,
  past = [],
  stored = new Map(),
}: RecorderOptions): Recorder {
  const open = new Map<number, Open>()
  const waiting = new Set<number>()
  const answered: JournalEntry[] = [...past]
  const hashes = new Set(stored.keys())
  const writes: Promise<void>[] = []
  let storedBytes = [...stored.values()].reduce((sum, bytes) => sum + bytes, 0)
  let settled = past.length
  let closed = false

  const store = (bytes: Uint8Array, known?: string): string => {
    const hash = known ?? sha256(bytes)
    if (hashes.has(hash) || !answers) return hash
    storedBytes += bytes.length
    if (storedBytes > maxStoredBytes) return hash
    hashes.add(hash)
    writes.push(
      answers.put(hash, bytes).catch((cause: unknown) => log.error('an answer could not be stored', { hash, cause })),
    )
    return hash
  }

  const resultOf = (answer: FinalAnswer): JournalResult =>
    answer.kind === 'end' ? { kind: 'ended', code: answer.code } : recordedAnswer(answer, store)

  /** The arguments in the journal, large ones as their hash. */
  const boundedArgs = (op: HostOp, args: Json): Json => {
    const visible = shown(op, args)
    const text = JSON.stringify(visible)
    if (text.length <= inlineBytes) return visible
    const hash = keepsArguments(op) ? store(Buffer.from(text)) : hashOf(visible)
    return { hash, bytes: Buffer.byteLength(text) }
  }

  const entryOf = ({ started, ...entry }: Open, result: JournalResult): JournalEntry => ({
    ...entry,
    result,
    duration_ms: Math.max(0, clock.monotonic() - started),
  })

  return {
    open(seq, op, args, fuelLeft) {
      const call = {
        seq,
        op,
        args: boundedArgs(op, args),
        args_hash: hashOf(args),
        fuel_left: Math.max(0, Math.floor(fuelLeft)),
        began_ms: Math.max(0, Math.round(clock.now())),
        started: clock.monotonic(),
      }
      open.set(seq, call)
      return entryOf(call, { kind: 'unanswered' })
    },
    settle(seq, answer, bodyHash) {
      const call = open.get(seq)
      if (!call) return undefined
      open.delete(seq)
      waiting.delete(seq)
      const body = answer.kind === 'value' && answer.body ? { result_hash: store(answer.body, bodyHash) } : {}
      const entry = { ...entryOf(call, resultOf(answer)), ...body }
      const told = closed ? entry : { ...entry, settled: settled++ }
      answered.push(told)
      return told
    },
    wait(seq) {
      const call = open.get(seq)
      if (!call) throw new Error(`Host call ${seq} is not in flight`)
      waiting.add(seq)
      return entryOf(call, { kind: 'awaited' })
    },
    close() {
      closed = true
    },
    answered: (known) => answered.filter(({ seq, settled: place }) => place !== undefined && !known.has(seq)),
    entries: () =>
      [
        ...answered,
        ...Array.from(open.values(), (call) =>
          entryOf(call, { kind: waiting.has(call.seq) ? 'awaited' : 'unanswered' }),
        ),
      ].sort((a, b) => a.seq - b.seq),
    isOverLimit: () => storedBytes > maxStoredBytes,
    stored: async () => {
      await Promise.all(writes)
    },
  }
}

/** The journal form of an answer. `store` stores large values and returns the sha256 (hex) of their bytes. */
export function recordedAnswer(answer: GuestAnswer, store: (bytes: Uint8Array) => string): JournalResult {
  if (answer.kind === 'rejected') return { kind: 'rejected', name: answer.name, message: answer.message }
  const text = JSON.stringify(answer.value)
  if (isInline(text)) return { kind: 'value', value: answer.value }
  return { kind: 'stored', hash: store(Buffer.from(text)), bytes: Buffer.byteLength(text) }
}

/** False for long text, and for text that a database cannot store unchanged: NUL, lone surrogates, a key `__proto__`. */
function isInline(text: string): boolean {
  return text.length <= inlineBytes && !/\\u(?:0000|d[89a-f])|"__proto__"/.test(text)
}
