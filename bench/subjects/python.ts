import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProjectRoot } from '../../lib/platform/server/env/project-root.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { createPythonRuntime } from '../../runner/runtimes/python/create-python-runtime.ts'
import { offersHost, pythonExecution, resultOf } from '../jobs/python-executions.ts'
import { fetchWithHttpx, helloProgram, offersProgram } from '../jobs/python-programs.ts'
import { type Times, timesOf, valuesOf } from '../measure.ts'
import { serve, timed } from '../process/serve.ts'
import { ascending } from '../statistics.ts'
import { settledRss } from './memory.ts'

/** The project's runtime of Python, as the app starts it. All jobs but the timed programs use one worker. */

const started = performance.now()
/** `workers`: 0 for as many as the app has. */
const open = (workers: number) =>
  createPythonRuntime({
    projectRoot: findProjectRoot(),
    log: createLogger({ level: 'silent' }),
    ...(workers > 0 ? { workers } : {}),
    scriptWorkers: 1,
    workerPath: join(import.meta.dirname, 'python-worker.ts'),
  })
const opening = open(1)
const pauseMs = 5
const withOffers = fetchWithHttpx + offersProgram

const programJob = (code: string) =>
  timed(async ({ workers }) => {
    const runtime = await open(workers)
    const execution = pythonExecution(code)
    return async () => JSON.stringify(resultOf(await runtime.run(execution)))
  })

serve({
  hello: programJob(helloProgram),
  offers: programJob(withOffers),
  /** From the start of the runtime to the end of its first execution. Once per process. */
  first: async () => {
    const runtime = await opening
    resultOf(await runtime.run(pythonExecution(helloProgram)))
    return { values: { p50: performance.now() - started } }
  },
  /** Hello, each after a pause in which the thread erases what the last one left. */
  paused: async ({ n }) => {
    const runtime = await opening
    const execution = pythonExecution(helloProgram)
    const run = async () => resultOf(await runtime.run(execution))
    await timesOf(n * 3, 1, run)
    const { p50, p99 } = valuesOf(await timesOf(n, 1, run, () => delay(pauseMs)))
    return { values: { p50, p99 } }
  },
  /** Programs whose request is answered when all of them wait. `rss`: the memory for each; times count from the answer. */
  waiting: async ({ n }) => {
    const runtime = await opening
    await timesOf(64, 32, () => runtime.run(pythonExecution(withOffers)))
    const [allWait, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let waiting = 0
    const host = offersHost(() => {
      waiting += 1
      if (waiting === n) allWait.resolve()
      return release.promise
    })
    const before = await settledRss()
    const ends: number[] = []
    const runs = Array.from({ length: n }, async () => {
      resultOf(await runtime.run(pythonExecution(withOffers, host)))
      ends.push(performance.now())
    })
    // Before the release, an execution ends only if it is rejected or fails.
    await Promise.race([allWait.promise, Promise.all(runs)])
    const rss = ((await settledRss()) - before) / n
    const releasedAt = performance.now()
    release.resolve()
    await Promise.all(runs)
    const each = ends.map((end) => end - releasedAt).sort(ascending)
    const times: Times = { each, totalMs: each.at(-1) ?? 0 }
    return { values: { ...valuesOf(times), rss } }
  },
})
