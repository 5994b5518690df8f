import { answerAwaited } from '../lib/skills/server/executions/answer-awaited.ts'
import { agent, type DurableRunner, openDurableRunner } from '../lib/skills/server/executions/testing/durable-runner.ts'
import { awaitedBy } from '../lib/skills/server/executions/testing/pausing.ts'
import type { ExecutionId } from '../runner/contract/ids.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import { loadedSkill } from '../runner/testing/runner-fixture.ts'
import { heapBytes } from './heap-bytes.ts'
import { type Case, linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'
import { openDatabase } from './process/open-database.ts'

const warmUp = 5
const runs = 50
const calls = 100
const suspendedExecutions = 10_000
const atOnce = 50

const manifest = SkillManifest.parse({
  name: 'asks',
  version: '0.1.0',
  description: 'Makes n host calls, then optionally waits.',
  risk_level: 'low',
  permissions: { llm: true, secrets: ['API_KEY'] },
  limits: { host_calls: 200 },
})
const skill = loadedSkill(
  manifest,
  `globalThis.__skill = async ({ params }) => {
    let names = 0
    for (let n = 0; n < params.calls; n += 1) names += (await settings.keys()).length
    return { results: [{ names, text: params.waits ? await llm.complete('What of it?') : '' }] }
  }`,
)

/** Measures the cost of durable executions: per host call, on resume, and while suspended. */
export async function durable(): Promise<Measurement[]> {
  await using database = await openDatabase()
  await using process = await openDurableRunner({ databaseUrl: database.url, skills: [skill] })
  const lines: Measurement[] = []
  for (const isDurable of [false, true]) {
    const subject = isDurable ? 'quickjs, durable' : 'quickjs'
    const run = async () => {
      await started(process, { calls, waits: false }, isDurable)
    }
    await timesOf(warmUp, 1, run)
    const { p50, p99 } = valuesOf(await timesOf(runs, 1, run))
    lines.push(...linesOf({ bench: 'durable', subject, of: 'host calls', size: calls }, runs, { p50, p99 }))
  }
  return [...lines, ...(await resuming(process)), ...(await suspended(process))]
}

/** The time from the answer for which an execution waits to the end of the execution. */
async function resuming(process: DurableRunner): Promise<Measurement[]> {
  const waiting: ExecutionId[] = []
  for (let n = 0; n < warmUp + runs; n += 1) waiting.push(await started(process, { calls, waits: true }, true))
  const resume = async () => {
    const id = waiting.shift()
    if (!id) throw new Error('no execution is suspended')
    const answer = { kind: 'value', value: 'This.' } as const
    const unfinished = await answerAwaited(process, id, await awaitedBy(process, id), answer)
    if (!unfinished) throw new Error('the execution accepts no answer')
    const output = await process.runner.resume(unfinished).done
    if (output.status !== 'success') throw new Error(JSON.stringify(output))
  }
  await timesOf(warmUp, 1, resume)
  const { p50, p99 } = valuesOf(await timesOf(runs, 1, resume))
  return linesOf({ bench: 'durable', subject: 'quickjs', of: 'going on', size: calls }, runs, { p50, p99 })
}

/** The memory that each suspended execution holds in this process. */
async function suspended(process: DurableRunner): Promise<Measurement[]> {
  const before = heapBytes()
  const times = await timesOf(suspendedExecutions, atOnce, async () => {
    await started(process, { calls: 0, waits: true }, true)
  })
  const one: Case = { bench: 'durable', subject: 'quickjs', of: 'suspended', size: suspendedExecutions }
  const size = Math.max(0, heapBytes() - before) / suspendedExecutions
  const { rate } = valuesOf(times)
  return [
    ...linesOf(one, suspendedExecutions, { rate }),
    { ...one, metric: 'size', value: size, unit: 'bytes', n: suspendedExecutions },
  ]
}

async function started({ runner }: DurableRunner, params: { calls: number; waits: boolean }, isDurable: boolean) {
  const admitted = await runner.admit('asks', { action: 'ask', params, config: {} }, { principal: agent })
  if (admitted.kind === 'refused') throw new Error(admitted.reason)
  const { id, done } = runner.start(admitted, { durable: isDurable })
  const output = await done
  if (output.status === 'error') throw new Error(JSON.stringify(output))
  return id
}
