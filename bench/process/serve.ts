import { createHash } from 'node:crypto'
import { timesOf, valuesOf } from '../measure.ts'
import type { Answered, Question } from './open-subject.ts'

export type Result = { readonly values: Record<string, number>; readonly answer?: string }
type Job = (question: Question) => Promise<Result>
/** Runs the job once and returns its answer, as a value or as JSON. */
type Work = () => unknown

/** Answers questions until the bench closes the channel, then exits the process. */
export function serve(jobs: Readonly<Record<string, Job>>): void {
  process.on('message', (question: Question) => void answerTo(question, jobs[question.job]).then(reply))
  process.once('disconnect', () => process.exit(0))
}

const reply = (answered: Answered) => process.send?.(answered)

async function answerTo(
  question: Question,
  job: ((question: Question) => Promise<Result>) | undefined,
): Promise<Answered> {
  if (!job) return { ok: false, reason: `it has no job ${question.job}` }
  try {
    return { ok: true, ...(await job(question)) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The number of warm-up runs, as a share of the measured runs. */
const warmUpShare = 0.1

/** A timed job. `prepare` is not measured and runs once for each kind of question. */
export function timed(prepare: (question: Question) => Work | Promise<Work>): Job {
  const prepared = new Map<string, Work>()
  return async (question) => {
    const { offers, workers, provider } = question
    const kind = JSON.stringify({ offers, workers, provider })
    const work = prepared.get(kind) ?? (await prepare(question))
    prepared.set(kind, work)
    let last: unknown
    const run = async () => {
      last = await work()
    }
    // Warms up again: while the other subjects ran, this process slept and its data left the CPU caches.
    await timesOf(Math.ceil(question.n * warmUpShare), question.atOnce, run)
    const times = await timesOf(question.n, question.atOnce, run)
    const answer = typeof last === 'string' ? last : JSON.stringify(last)
    return { values: valuesOf(times), answer: createHash('sha256').update(answer).digest('hex') }
  }
}
