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
  zipSha256: '87ff45d8faceefa9273fd593aa8abc70dd799a650e12055510ebb4121403c7d9',
  /** Of the files that decide the bytes, in the folder `build`. A test compares it with them. */
  recipeSha256: '6f87978720372b42223f8601d84ba7598c829042dd798c206bcb286c4d8db5da',
} as const
