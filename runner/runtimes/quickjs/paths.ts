import { join } from 'node:path'

export type QuickJsPaths = {
  /** The worker's entry file. The caller passes it in because a bundler must not move it. */
  readonly workerPath: string
  /** The engine's binary, `quickjs.wasm` of the package `quickjs-wasi`. */
  readonly wasmPath: string
  /** The scripts that run in each guest before its skill. */
  readonly guestFolder: string
}

/** The runtime's files in a project at this absolute path. */
export function quickJsPaths(projectRoot: string): QuickJsPaths {
  return {
    workerPath: join(projectRoot, 'runner/runtimes/pool/worker.ts'),
    wasmPath: join(projectRoot, 'node_modules/quickjs-wasi/quickjs.wasm'),
    guestFolder: join(projectRoot, 'runner/runtimes/quickjs/guest'),
  }
}
