import type { Runtime } from '../../runner/runtimes/runtime.ts'
import { returnedBy, searchExecution } from '../jobs/executions.ts'
import { loadFlightSearch } from '../jobs/flight-search.ts'
import { recordAnswers, seamOf } from '../jobs/provider-answers.ts'
import { timesOf, valuesOf } from '../measure.ts'
import type { Request } from '../process/protocol.ts'
import type { Result } from '../process/serve.ts'
import { bytesHeld } from './memory.ts'

/** More skills than the runtime keeps images for, so that each further image evicts an older one. */
const fillers = 300
/** The number of idle skills to wake for the timing. */
const woken = 50

/**
 * Runs many skills of flight-search's size once each, so that all but the last few are idle. `rss` is the memory per
 * additional idle skill; the times are those of the searches that wake an idle skill.
 */
export async function keepIdle(runtime: Runtime, { n, offers, workers, provider }: Request): Promise<Result> {
  const search = await loadFlightSearch(offers)
  const host = seamOf(await recordAnswers(provider, offers))
  const run = async (digest: string) => {
    const skill = { ...search.skill, digest }
    returnedBy(await runtime.run(searchExecution({ ...search, skill }, host)))
  }
  for (let at = 0; at < fillers; at += 1) await run(`filler-${at}`)
  const before = await bytesHeld(workers)
  for (let at = 0; at < n; at += 1) await run(`idle-${at}`)
  const rss = ((await bytesHeld(workers)) - before) / n
  let at = 0
  const { p50, p99 } = valuesOf(await timesOf(Math.min(n, woken), 1, () => run(`idle-${at++}`)))
  return { values: { p50, p99, rss } }
}
