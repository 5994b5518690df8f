import * as z from 'zod'
import { sha256 } from '../../../core/hash.ts'
import { probeExecution } from '../../probe-execution.ts'
import { silentLog } from '../../quickjs/testing/silent-log.ts'
import { createPythonRuntime, type PythonRuntimeOptions } from '../create-python-runtime.ts'

const Answer = z.object({ results: z.array(z.object({ result: z.unknown() })) })
const limits = {
  memoryMb: 256,
  cpus: 1,
  fuel: 20_000,
  outputKb: 4096,
  hostCalls: 100,
  hostCallsInFlight: 1,
  responseKb: 1,
}
const timeoutMs = 280_000

/** A Python runtime for a test. `run` resolves to the result of a script, or to the reason of its failure. */
export async function startPython(options: Partial<PythonRuntimeOptions> = {}) {
  const runtime = await createPythonRuntime({
    ...{ projectRoot: process.cwd(), log: silentLog, workers: 1, scriptWorkers: 1 },
    ...options,
  })
  return {
    engineVersion: runtime.engineVersion,
    run: async (code: string): Promise<unknown> => {
      const probe = probeExecution({ kind: 'bundle', language: 'python', code }, timeoutMs)
      const outcome = await runtime.run({
        ...probe,
        skill: { ...probe.skill, digest: sha256(code) },
        limits: { ...limits, timeoutMs },
        host: { call: async () => ({ kind: 'value', value: null }) },
      })
      if (outcome.kind === 'failed') return `${outcome.code}: ${outcome.detail}`
      if (outcome.kind !== 'returned') return outcome.kind
      return Answer.parse(outcome.value).results[0]?.result
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}
