/**
 * The build of CPython for WASI, and its standard library, that the app runs. `npm run python:build` makes the same bytes
 * from pinned sources on each machine. The app runs no other bytes.
 */
export const pythonModule = {
  version: '3.13.5',
  /** Path below the project's root, as is that of the library. */
  wasmFile: 'runner/runtimes/python/module/python.wasm',
  wasmSha256: '20854f4f05b11d54ba247498da0545e8aedd2d11abc8ef8c751ef74faff5fb09',
  zipFile: 'runner/runtimes/python/module/library.zip',
  zipSha256: '927bd11765495e08aa89d1010f4a416ce2aba92af40b6f96cb30aab12665e93c',
  /** Of the files that decide the bytes, in the folder `build`. A test compares it with them. */
  recipeSha256: 'f42c567c1a6793940366daae8242271005cdb3e8be5c89e81dc8fcbe07b839a5',
} as const
