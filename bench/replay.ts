import { findProjectRoot } from '../lib/platform/server/env/project-root.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import { createRecordedRunner, host, response } from '../runner/journal/testing/recorded-runner.ts'
import { createQuickJsRuntime } from '../runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'

const warmUp = 5
const runs = 30
const limits = { host_calls: 1000, fuel: 100_000 }
const skill = `async ({ params }) => {
  let sum = 0
  for (let n = 0; n < params.calls; n += 1) {
    const response = await fetch('https://${host}/' + n)
    sum += (await response.json()).price
  }
  return { results: [{ sum }] }
}`

/** Replays executions with 1, 10, 100 and 1,000 recorded sequential host calls. */
export async function replay(): Promise<Measurement[]> {
  const log = createLogger({ level: 'silent' })
  await using runtime = await createQuickJsRuntime({ projectRoot: findProjectRoot(), log, workers: 1 })
  let price = 0
  const recorder = createRecordedRunner(runtime, async () => {
    price += 1
    return response(JSON.stringify({ price, text: 'x'.repeat(500) }))
  })
  const lines: Measurement[] = []
  for (const calls of [1, 10, 100, 1000]) {
    const { id, output } = await recorder.run(skill, { params: { calls }, limits })
    if (output.status !== 'success') throw new Error(JSON.stringify(output))
    const again = async () => {
      const result = await recorder.replay(id)
      if (result.kind !== 'same') throw new Error(JSON.stringify(result.error))
    }
    await timesOf(warmUp, 1, again)
    const { p50, p99 } = valuesOf(await timesOf(runs, 1, again))
    lines.push(...linesOf({ bench: 'replay', subject: 'quickjs', size: calls }, runs, { p50, p99 }))
  }
  return lines
}
