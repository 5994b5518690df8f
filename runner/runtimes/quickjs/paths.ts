import { join } from 'node:path'

/** Where the worker's entry and the engine's binary are, in a project at this absolute path. */
export function quickJsPaths(projectRoot: string): { workerPath: string; wasmPath: string } {
  return {
    workerPath: join(projectRoot, 'runner/runtimes/quickjs/pool/worker.ts'),
    wasmPath: join(projectRoot, 'node_modules/quickjs-wasi/quickjs.wasm'),
  }
}
