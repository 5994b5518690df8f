import { Agent, get } from 'node:http'
import type { HostAnswer, HostSeam } from '../../runner/contract/host-seam.ts'
import type { Runtime } from '../../runner/runtimes/runtime.ts'
import { returnedBy, searchExecution } from '../jobs/executions.ts'
import { loadFlightSearch } from '../jobs/flight-search.ts'
import { recordAnswers, seamOf } from '../jobs/provider-answers.ts'
import { type Times, timesOf, valuesOf } from '../measure.ts'
import type { Question } from '../process/open-subject.ts'
import type { Result } from '../process/serve.ts'
import { ascending } from '../statistics.ts'
import { settledRss } from './memory.ts'

/** Enough runs to use every instance of every worker. */
const warmUp = 128
const warmUpAtOnce = 32

/**
 * Starts `n` searches while the provider holds all its answers, then releases all answers at once. `rss` is the
 * process's growth per waiting search, its socket included. The times count from the release. Throws if a search is
 * rejected or gets no answer.
 */
export async function waitAll(runtime: Runtime, { n, offers, provider }: Question): Promise<Result> {
  const search = await loadFlightSearch(offers)
  const answers = await recordAnswers(provider, offers)
  const atOnce = seamOf(answers)
  await timesOf(warmUp, warmUpAtOnce, async () => returnedBy(await runtime.run(searchExecution(search, atOnce))))

  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const allWait = Promise.withResolvers<void>()
  let waiting = 0
  const host: HostSeam = {
    call: async (op, args, fuelLeft) => {
      const answer = await atOnce.call(op, args, fuelLeft)
      if (op !== 'fetch' || answer.kind !== 'value') return answer
      const held = bodyFrom(new URL(`/offers/${offers}?held`, provider), agent, () => {
        waiting += 1
        if (waiting === n) allWait.resolve()
      })
      return { ...answer, body: await held } satisfies HostAnswer
    },
  }

  const before = await settledRss()
  let releasedAt = 0
  const ends: number[] = []
  const runs = Array.from({ length: n }, async () => {
    returnedBy(await runtime.run(searchExecution(search, host)))
    ends.push(performance.now())
  })
  // Before the release, an execution ends only if it is rejected or fails; its rejection then ends the bench.
  await Promise.race([allWait.promise, Promise.all(runs)])
  const rss = ((await settledRss()) - before) / n
  releasedAt = performance.now()
  await fetch(new URL('/release', provider))
  await Promise.all(runs)
  agent.destroy()
  const each = ends.map((end) => end - releasedAt).sort(ascending)
  const times: Times = { each, totalMs: each.at(-1) ?? 0 }
  return { values: { ...valuesOf(times), rss } }
}

function bodyFrom(url: URL, agent: Agent, isSent: () => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve(Buffer.concat(chunks)))
      response.once('error', reject)
    })
    request.once('error', reject)
    request.once('finish', isSent)
  })
}
