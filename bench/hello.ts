import { findProjectRoot } from '#lib/env/project-root.ts'
import { createLogger } from '#lib/log/logger.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { quickJsPaths } from '#runner/runtimes/quickjs/paths.ts'
import type { RuntimeExecution } from '#runner/runtimes/runtime.ts'
import { type Measurement, measure } from './measure.ts'

const code = 'globalThis.__skill = ({ params }) => ({ results: [{ hello: params.name }] })'

/** The least that a skill can do: what the runtime itself costs, from main thread to worker to skill and back. */
export async function hello(): Promise<Measurement[]> {
  const log = createLogger({ level: 'silent' })
  await using runtime = await createQuickJsRuntime({ ...quickJsPaths(findProjectRoot()), log, workers: 1 })
  const run = async () => {
    const outcome = await runtime.run(execution)
    if (outcome.kind !== 'returned') throw new Error(outcome.detail)
  }
  const plain = new Function(`${code}; return globalThis.__skill`)()
  const input = JSON.stringify(execution.input)
  return [
    ...(await measure({ bench: 'hello', subject: 'quickjs' }, run)),
    ...(await measure({ bench: 'hello', subject: 'node' }, () => JSON.stringify(plain(JSON.parse(input))))),
  ]
}

const manifest = SkillManifest.parse({ name: 'hello', version: '0.1.0', description: 'says hello', risk_level: 'low' })

const execution: RuntimeExecution = {
  skill: { manifest, tier: 'local', approved: manifest.permissions, digest: 'hello', code, folder: '.' },
  input: { action: 'hello', params: { name: 'Ada' }, config: {} },
  limits: {
    timeoutMs: 1000,
    memoryMb: 32,
    cpus: 1,
    fuel: 100,
    outputKb: 64,
    hostCalls: 0,
    hostCallsInFlight: 1,
    responseKb: 1,
  },
  seed: new Uint8Array(16),
  nowMs: 0,
  secrets: {},
  host: { call: async () => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'hello has no host' }) },
  signal: new AbortController().signal,
}
