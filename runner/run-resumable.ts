import type { RecordingSeam } from './host/host-seam.ts'
import { createJournalSeam } from './journal/journal-seam.ts'
import { recallAnswers } from './journal/recall.ts'
import type { AnswerStore, Log } from './ports.ts'
import { listenTo, type PrintedLine } from './printed.ts'
import type { HostSeam, Runtime, RuntimeExecution, RuntimeOutcome } from './runtimes/runtime.ts'

export type ResumePorts = {
  readonly answers: AnswerStore | undefined
  readonly log: Log
  /** True: the whole journal was recorded by the engine version that runs the execution now. */
  readonly comparesFuel: boolean
}

/** If a third worker is lost, the execution itself is probably the cause. */
const mostResumes = 2

/**
 * Runs an execution, and resumes it from its journal when its worker is lost through no fault of its own. The execution
 * restarts on another worker, where its past host calls get their recorded answers. A request in flight continues here,
 * outside the worker; the new run awaits its answer instead of sending it again. Time limit and journal carry over.
 */
export async function runResumable(
  runtime: Runtime,
  execution: Omit<RuntimeExecution, 'host'>,
  seam: RecordingSeam,
  { answers, log, comparesFuel }: ResumePorts,
  /** Answers past calls from another process's journal, then asks `seam`. Absent: the execution starts now. */
  begun?: HostSeam,
): Promise<{ readonly outcome: RuntimeOutcome; readonly printed: readonly PrintedLine[] }> {
  let host: HostSeam = begun ?? seam
  for (let resumes = 0; ; resumes += 1) {
    const listening = listenTo(host)
    const outcome = await runtime.run({ ...execution, host: listening })
    const ended = (given: RuntimeOutcome) => ({ outcome: given, printed: listening.lines })
    if (outcome.kind === 'failed' && outcome.code === 'REPLAY_DIVERGED') {
      // JavaScript makes the same calls if it gets the same answers, so a divergence is a platform fault. Python may
      // diverge because of threads.
      return ended(execution.skill.program.kind === 'python' ? outcome : { ...outcome, code: 'INTERNAL' })
    }
    if (outcome.kind !== 'failed' || outcome.canResume !== true || execution.signal.aborted) {
      return ended(outcome)
    }
    const cannot = (why: string) => ended({ ...outcome, detail: `${outcome.detail}; it cannot resume: ${why}` })
    if (resumes === mostResumes) return cannot(`it lost ${resumes + 1} workers`)
    const resumed = await resumeFrom(seam, answers, comparesFuel)
    if (typeof resumed === 'number') return cannot(`the answer to host call ${resumed} is not stored`)
    log.warn('an execution lost its worker and resumes from its journal', { calls: seam.count, detail: outcome.detail })
    host = resumed
  }
}

/**
 * Replays the past of `seam`, then forwards calls to `seam`. Returns a number if an answer is not stored: the number of
 * its host call.
 */
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
  // An answer that is not durable yet counts as pending.
  const calls = new Map(
    [...past.calls].map(([seq, call]) => [seq, pending.has(seq) ? { ...call, answer: undefined } : call]),
  )
  return createJournalSeam({
    past: calls,
    known,
    comparesFuel,
    unanswered: (seq) =>
      pending.get(seq) ?? Promise.reject(new Error(`Host call ${seq} has no answer and is not pending`)),
    beyond: (at, op, args, fuelLeft) => seam.ask(op, args, fuelLeft, at),
  })
}

const noAnswers: AnswerStore = { put: async () => {}, get: async () => new Map() }
