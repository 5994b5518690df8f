import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quickjs } from '../../contract/runtimes.ts'
import { sha256 } from '../../core/hash.ts'
import { createPooledRuntime, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { guestScripts } from './guest-protocol.ts'
import { keptEngine } from './kept-engine.ts'

export type QuickJsRuntimeOptions = StartOptions &
  PoolTuning & {
    /** VMs per worker; executions take turns on them. */
    readonly instancesPerWorker?: number
    /** Absolute path. Absent: the runtime's own worker. */
    readonly workerPath?: string
  }

const folder = 'runner/runtimes/quickjs'

/** QuickJS in WebAssembly, metered, in a pool of worker threads. */
export async function createQuickJsRuntime(options: QuickJsRuntimeOptions): Promise<Runtime> {
  const { projectRoot, instancesPerWorker: instances = 4 } = options
  const engine = await keptEngine(projectRoot)
  const guest = await Promise.all(guestScripts.map((file) => readFile(join(projectRoot, folder, 'guest', file))))
  return createPooledRuntime(
    {
      about: quickjs,
      engineVersion: sha256(Buffer.concat([engine, ...guest])),
      workerPath: options.workerPath ?? join(projectRoot, folder, 'worker.ts'),
      workerData: { module: await WebAssembly.compile(engine), instances },
      probe: { kind: 'bundle', language: 'javascript', code: 'globalThis.__skill = () => ({ results: [] })' },
    },
    options,
  )
}
