import type { RecordingSeam } from './host/host-seam.ts'
import { createJournalSeam } from './journal/journal-seam.ts'
import { recallAnswers } from './journal/recall.ts'
import type { AnswerStore, Log } from './ports.ts'
import type { HostSeam, Runtime, RuntimeExecution, RuntimeOutcome } from './runtimes/runtime.ts'

export type ResumePorts = {
  readonly answers: AnswerStore | undefined
  readonly log: Log
  /** Whether the whole journal is of the engine that runs it now. */
  readonly comparesFuel: boolean
}

/** A third lost worker is no accident any more. */
const mostResumes = 2

/**
 * Runs an execution, and goes on from its journal when its worker is lost through no fault of its own: it starts anew on
 * another worker, and the host calls that it made are answered as they were. A request under way stays under way, here
 * outside of the worker: its answer is awaited, so that none is made twice. Time limit and journal go on.
 */
export async function runResumable(
  runtime: Runtime,
  execution: Omit<RuntimeExecution, 'host'>,
  seam: RecordingSeam,
  { answers, log, comparesFuel }: ResumePorts,
  /** What another process made of it, and from there on `seam`. Absent: it begins. */
  begun?: HostSeam,
): Promise<RuntimeOutcome> {
  let host: HostSeam = begun ?? seam
  for (let resumes = 0; ; resumes += 1) {
    const outcome = await runtime.run({ ...execution, host })
    // The same code with the same answers asks the same: else the fault is ours.
    if (outcome.kind === 'failed' && outcome.code === 'REPLAY_DIVERGED') return { ...outcome, code: 'INTERNAL' }
    if (outcome.kind !== 'failed' || outcome.canResume !== true || execution.signal.aborted) return outcome
    const cannot = (why: string) => ({ ...outcome, detail: `${outcome.detail}; it cannot go on: ${why}` })
    if (resumes === mostResumes) return cannot(`it lost ${resumes + 1} workers`)
    const resumed = await resumeFrom(seam, answers, comparesFuel)
    if (typeof resumed === 'number') return cannot(`the answer of host call ${resumed} is not kept`)
    log.warn('an execution lost its worker and goes on from its journal', { calls: seam.count, detail: outcome.detail })
    host = resumed
  }
}

/** The past of `seam`, and from there on `seam` itself. A number: the host call whose answer is not kept. */
async function resumeFrom(
  seam: RecordingSeam,
  answers: AnswerStore | undefined,
  comparesFuel: boolean,
): Promise<HostSeam | number> {
  const known = seam.count
  const entries = seam.journal
  const pending = seam.pending()
  await seam.stored()
  const past = await recallAnswers(entries, answers ?? noAnswers)
  if (!past.ok) return past.seq
  // An answer that is not durable yet is waited for like one that has not come.
  const calls = new Map(
    [...past.calls].map(([seq, call]) => [seq, pending.has(seq) ? { ...call, answer: undefined } : call]),
  )
  return createJournalSeam({
    past: calls,
    known,
    comparesFuel,
    unanswered: (seq) =>
      pending.get(seq) ?? Promise.reject(new Error(`Host call ${seq} has no answer and none to come`)),
    beyond: (at, op, args, fuelLeft) => seam.ask(op, args, fuelLeft, at),
  })
}

const noAnswers: AnswerStore = { put: async () => {}, get: async () => new Map() }
