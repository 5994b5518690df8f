import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { timesOf, valuesOf } from '../measure.ts'
import { parseRequest, type Reply, type Request } from './protocol.ts'

export type Result = { readonly values: Record<string, number>; readonly answer?: string }
export type Job = (request: Request) => Promise<Result>
/** Runs the job once and returns its answer, as a value or as JSON. */
type Work = () => unknown

/** Answers requests in order until standard input ends, then exits the process. */
export async function serve(jobs: Readonly<Record<string, Job>>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = parseRequest(line)
    if (!request) throw new TypeError(`Not a request: ${line}`)
    process.stdout.write(`${JSON.stringify(await replyTo(request, jobs[request.job]))}\n`)
  }
  process.exit(0)
}

async function replyTo(request: Request, job: ((request: Request) => Promise<Result>) | undefined): Promise<Reply> {
  const { id } = request
  if (!job) return { id, failed: `it has no job ${request.job}` }
  try {
    const { values, answer } = await job(request)
    return { id, values, ...(answer !== undefined && { answer }) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) }
  }
}

/** The number of warm-up runs, as a share of the measured runs. */
const warmUpShare = 0.1

/** A timed job. `prepare` is not measured and runs once for each kind of request. */
export function timed(prepare: (request: Request) => Work | Promise<Work>): Job {
  const prepared = new Map<string, Work>()
  return async (request) => {
    const { offers, workers, provider } = request
    const kind = JSON.stringify({ offers, workers, provider })
    const work = prepared.get(kind) ?? (await prepare(request))
    prepared.set(kind, work)
    let last: unknown
    const run = async () => {
      last = await work()
    }
    // Warms up again: while the other subjects ran, this process slept and its data left the CPU caches.
    await timesOf(Math.ceil(request.n * warmUpShare), request.atOnce, run)
    const times = await timesOf(request.n, request.atOnce, run)
    const answer = typeof last === 'string' ? last : JSON.stringify(last)
    return { values: valuesOf(times), answer: createHash('sha256').update(answer).digest('hex') }
  }
}
