import { join } from 'node:path'

export type QuickJsPaths = {
  /** The worker's entry. A bundler that moved it would break it: it comes from outside. */
  readonly workerPath: string
  /** The engine's binary, `quickjs.wasm` of the package `quickjs-wasi`. */
  readonly wasmPath: string
  /** The scripts that run in each guest before its skill. */
  readonly guestFolder: string
}

/** Where the parts of the runtime are, in a project at this absolute path. */
export function quickJsPaths(projectRoot: string): QuickJsPaths {
  return {
    workerPath: join(projectRoot, 'runner/runtimes/quickjs/pool/worker.ts'),
    wasmPath: join(projectRoot, 'node_modules/quickjs-wasi/quickjs.wasm'),
    guestFolder: join(projectRoot, 'runner/runtimes/quickjs/guest'),
  }
}
