import type { HostOp, JournalEntry, JournalResult } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { hashOf, sha256 } from '../hash.ts'
import type { AnswerStore, Clock, Log } from '../ports.ts'
import type { FinalAnswer, GuestAnswer } from '../runtimes/runtime.ts'

export type RecorderOptions = {
  readonly clock: Clock
  /** Absent: large answers stand in the journal by hash alone, and nothing can be replayed that had one. */
  readonly answers: AnswerStore | undefined
  /** The arguments as people may see them, bodies as their hash. Answers stand in the journal as the guest got them, else no replay could. */
  readonly shown: (op: HostOp, args: Json) => Json
  /** Whether all arguments of an operation are kept, however large they are. */
  readonly keepsArguments: (op: HostOp) => boolean
  readonly log: Log
  /** Answered host calls of an earlier part of the same execution. */
  readonly past?: readonly JournalEntry[] | undefined
}

/** Writes the journal of one execution. */
export type Recorder = {
  /** Answers what stands in the journal while there is no answer. */
  open(seq: number, op: HostOp, args: Json, fuelLeft: number): JournalEntry
  /** With its place in the order of answers; without one once the journal is closed. `bodyHash`: of its body, where it is known. */
  settle(seq: number, answer: FinalAnswer, bodyHash?: string): JournalEntry | undefined
  /** The answer comes from outside, later. Answers what stands in the journal until then. */
  wait(seq: number): JournalEntry
  /** The execution has ended: what is answered from here on reaches nobody. */
  close(): void
  /** Every host call so far, by `seq`; one under way is `unanswered`. */
  entries(): JournalEntry[]
  /** Resolves when every answer that was to be stored is. */
  stored(): Promise<void>
}

/** A value longer than this, as JSON, is stored by its hash. */
const inlineBytes = 4096
/** Answers of one execution that are stored, in all. One that asks for more cannot be replayed. */
export const mostStoredBytes = 32 * 1024 * 1024

type Open = Omit<JournalEntry, 'result' | 'duration_ms'> & { readonly started: number }

export function createRecorder({ clock, answers, shown, keepsArguments, log, past = [] }: RecorderOptions): Recorder {
  const open = new Map<number, Open>()
  const waiting = new Set<number>()
  const answered: JournalEntry[] = [...past]
  const hashes = new Set<string>()
  const writes: Promise<void>[] = []
  let storedBytes = 0
  let settled = past.length
  let closed = false

  const store = (bytes: Uint8Array, known?: string): string => {
    const hash = known ?? sha256(bytes)
    if (hashes.has(hash) || !answers) return hash
    storedBytes += bytes.length
    if (storedBytes > mostStoredBytes) return hash
    hashes.add(hash)
    writes.push(
      answers.put(hash, bytes).catch((cause: unknown) => log.error('an answer could not be stored', { hash, cause })),
    )
    return hash
  }

  const resultOf = (answer: FinalAnswer): JournalResult =>
    answer.kind === 'end' ? { kind: 'ended', code: answer.code } : recordedAnswer(answer, store)

  /** As it stands in the journal: large ones as their hash. */
  const boundedArgs = (op: HostOp, args: Json): Json => {
    const visible = shown(op, args)
    const text = JSON.stringify(visible)
    if (text.length <= inlineBytes) return visible
    const hash = keepsArguments(op) ? store(Buffer.from(text)) : hashOf(visible)
    return { hash, bytes: text.length }
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
      if (!call) throw new Error(`Host call ${seq} is not under way`)
      waiting.add(seq)
      return entryOf(call, { kind: 'awaited' })
    },
    close() {
      closed = true
    },
    entries: () =>
      [
        ...answered,
        ...Array.from(open.values(), (call) =>
          entryOf(call, { kind: waiting.has(call.seq) ? 'awaited' : 'unanswered' }),
        ),
      ].sort((a, b) => a.seq - b.seq),
    stored: async () => {
      await Promise.all(writes)
    },
  }
}

/** An answer of the guest as it stands in a journal. `store` keeps large ones, and answers the sha256 (hex) of their bytes. */
export function recordedAnswer(answer: GuestAnswer, store: (bytes: Uint8Array) => string): JournalResult {
  if (answer.kind === 'rejected') return { kind: 'rejected', name: answer.name, message: answer.message }
  const text = JSON.stringify(answer.value)
  if (isInline(text)) return { kind: 'value', value: answer.value }
  return { kind: 'stored', hash: store(Buffer.from(text)), bytes: Buffer.byteLength(text) }
}

/** Text that a database changes (NUL, lone surrogates) would not come back as it was. */
function isInline(text: string): boolean {
  return text.length <= inlineBytes && !/\\u(?:0000|d[89a-f])/.test(text)
}
