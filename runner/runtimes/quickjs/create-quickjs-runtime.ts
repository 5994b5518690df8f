import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { quickjs } from '../../contract/runtimes.ts'
import { sha256 } from '../../core/hash.ts'
import { keptBuild, readFolder } from '../kept-build.ts'
import { createPooledRuntime, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { enginePathIn, meterEngine } from './engine.ts'
import { guestScripts } from './guest-protocol.ts'

const Metered = z.instanceof(Uint8Array<ArrayBuffer>)
/** The code that meters. */
const [meterFolder, engineFile] = ['runner/runtimes/wasm', 'runner/runtimes/quickjs/engine.ts']

/** The metered engine of a project. Metering takes 0.1 s of CPU time, so it is kept for the next start. */
export async function keptEngine(projectRoot: string): Promise<Uint8Array<ArrayBuffer>> {
  const { memoryMb } = quickjs.limits
  const binary = await readFile(enginePathIn(projectRoot))
  const code = readFolder(join(/* turbopackIgnore: true */ projectRoot, meterFolder), '.ts')
  const inputs = [...code.map(([, bytes]) => bytes), await readFile(join(projectRoot, engineFile)), binary]
  const key = sha256(Buffer.from([memoryMb, ...inputs.map(sha256)].join('\n')))
  return keptBuild({ projectRoot, folder: 'quickjs', key }, Metered, () => meterEngine(binary, memoryMb))
}

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
      startsAtOnce: true,
      workerData: { module: await WebAssembly.compile(engine), instances },
      probe: { kind: 'bundle', language: 'javascript', code: 'globalThis.__skill = () => ({ results: [] })' },
    },
    options,
  )
}
