import { openScriptProcess } from '../lib/agents/server/scripts/testing/script-process.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import { createQuickJsRuntime } from '../runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '../runner/runtimes/runtime.ts'
import { type Case, linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { openAgents } from './script-agents.ts'
import { ascending, percentile } from './statistics.ts'

const warmUp = 50
const idleRuns = 200
const executions = 3000
const profiles = 16
const lanes = 128
const log = createLogger({ level: 'silent' })
const script = 'console.log("runs")\nset_result({ sum: 1 + 2 })'

/** Measures scripts of agents from the request to the result, with all records, on a database that syncs to disk. */
export async function agent(): Promise<Measurement[]> {
  await using database = await openDatabase()
  const began = new Map<string, (at: number) => void>()
  await using quickjs = await createQuickJsRuntime({ projectRoot: process.cwd(), log })
  await using executing = await openScriptProcess({ databaseUrl: database.url, runtime: noting(quickjs, began), log })
  const agents = await openAgents(executing, profiles)
  const run = async () => agents.finish(await agents.submit(script))

  await timesOf(warmUp, 1, run)
  const delays: number[] = []
  const whole = await timesOf(idleRuns, 1, async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    began.set('next', resolve)
    const token = await agents.submit(script)
    const accepted = performance.now()
    // The first instruction may run before the response to the request arrives.
    delays.push(Math.max(0, (await promise) - accepted))
    await agents.finish(token)
  })
  delays.sort(ascending)
  const toFirst = { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) }
  await timesOf(500, lanes, run)
  const busy = await timesOf(executions, lanes, run)
  const caseOf = (of: string): Case => ({ bench: 'agent', subject: 'quickjs', of })
  const { p50, p99 } = valuesOf(whole)
  return [
    ...linesOf(caseOf('first instruction'), idleRuns, toFirst),
    ...linesOf(caseOf('request to result, idle'), idleRuns, { p50, p99 }),
    ...linesOf(caseOf('request to result, busy'), executions, valuesOf(busy)),
  ]
}

/** Wraps the runtime, to report when an execution makes its first host call. */
function noting(runtime: Runtime, began: Map<string, (at: number) => void>): Runtime {
  return {
    ...runtime,
    run: (execution) => {
      const tell = began.get('next')
      began.delete('next')
      const { host } = execution
      return runtime.run({
        ...execution,
        host: {
          call(op, args, fuelLeft) {
            tell?.(performance.now())
            return host.call(op, args, fuelLeft)
          },
        },
      })
    },
  }
}
