import type { HostSeam } from '../contract/host-seam.ts'
import type { AnswerStore, Log } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import type { RecordingSeam } from '../host/host-seam.ts'
import { listenTo, type PrintedLine } from '../journal/printed.ts'
import { recallAnswers } from '../journal/recall.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtimes/runtime.ts'
import { type GoOn, goOnFrom, type Since } from './reopen.ts'

type ResumePorts = {
  readonly answers: AnswerStore | undefined
  readonly log: Log
  /** True: the whole journal was recorded by the engine version that runs the execution now. */
  readonly comparesFuel: boolean
}

/** If a third worker is lost, the execution itself is probably the cause. */
const maxResumes = 2

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
  begun?: GoOn,
): Promise<{ readonly outcome: RuntimeOutcome; readonly printed: readonly PrintedLine[] }> {
  const goOn = begun ?? goOnFrom(new Map(), 0)
  let host: HostSeam = begun?.(seam, { comparesFuel }) ?? seam
  for (let resumes = 0; ; resumes += 1) {
    const listening = listenTo(host)
    const outcome = await runtime.run({ ...execution, host: listening })
    const ended = (given: RuntimeOutcome) => ({ outcome: given, printed: listening.lines })
    if (outcome.kind === 'failed' && outcome.code === 'REPLAY_DIVERGED') {
      return ended(mayDiverge(runtime, execution.skill) ? outcome : { ...outcome, code: 'INTERNAL' })
    }
    if (outcome.kind !== 'failed' || outcome.canResume !== true || execution.signal.aborted) {
      return ended(outcome)
    }
    const cannot = (why: string) => ended({ ...outcome, detail: `${outcome.detail}; it cannot resume: ${why}` })
    if (resumes === maxResumes) return cannot(`it lost ${resumes + 1} workers`)
    const since = await pastOf(seam, answers)
    if (typeof since === 'number') return cannot(`the answer to host call ${since} is not stored`)
    log.warn('an execution lost its worker and resumes from its journal', { calls: seam.count, detail: outcome.detail })
    host = goOn(seam, { comparesFuel, since })
  }
}

const mayDiverge = ({ about }: Runtime, { program }: LoadedSkill) =>
  program.kind === 'bundle' && about.mayDiverge.includes(program.language)

/** The host calls of `seam` so far. Returns a number if an answer is not stored: the number of its host call. */
async function pastOf(seam: RecordingSeam, answers: AnswerStore | undefined): Promise<Since | number> {
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
  return { calls, known, pending }
}

const noAnswers: AnswerStore = { put: async () => {}, get: async () => new Map() }
