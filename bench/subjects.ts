import type { SubjectProgram } from './process/open-subject.ts'

export const quickJs: SubjectProgram = { name: 'quickjs', script: 'quickjs.ts', nodeArgs: ['--expose-gc'] }
export const node: SubjectProgram = { name: 'node', script: 'node.ts' }

/** Every subject runs in a separate process. All these releases support the project's pinned Node. */
export const peers: readonly SubjectProgram[] = [
  { name: 'npm run', script: 'npm-run.mjs' },
  { name: 'isolated-vm', script: 'isolated-vm.mjs' },
  { name: 'quickjs-emscripten', script: 'quickjs-emscripten.mjs' },
]
