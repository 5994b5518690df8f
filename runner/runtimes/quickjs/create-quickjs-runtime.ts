import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quickjs } from '../../contract/runtimes.ts'
import { sha256 } from '../../core/hash.ts'
import { createPooledRuntime, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { enginePathIn, meterEngine } from './engine.ts'

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
  const engine = meterEngine(await readFile(enginePathIn(projectRoot)), quickjs.limits.memoryMb)
  return createPooledRuntime(
    {
      about: quickjs,
      engineVersion: sha256(Buffer.concat([engine, await readAll(join(projectRoot, folder, 'guest'))])),
      workerPath: options.workerPath ?? join(projectRoot, folder, 'worker.ts'),
      workerData: { module: await WebAssembly.compile(engine), instances },
      probe: { kind: 'bundle', language: 'javascript', code: 'globalThis.__skill = () => ({ results: [] })' },
    },
    options,
  )
}

/** Concatenates the files of a folder, which run in each guest before its skill. */
async function readAll(folder: string): Promise<Uint8Array> {
  const names = (await readdir(folder)).sort()
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}
