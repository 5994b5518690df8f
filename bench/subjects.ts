import type { SubjectProgram } from './process/open-subject.ts'

export const quickJs: SubjectProgram = { name: 'quickjs', script: 'quickjs.ts', nodeArgs: ['--expose-gc'] }
export const node: SubjectProgram = { name: 'node', script: 'node.ts' }

/** Every subject runs in a separate process. All these releases support the project's pinned Node. */
export const peers: readonly SubjectProgram[] = [
  { name: 'npm run', script: 'npm-run.mjs' },
  { name: 'isolated-vm', script: 'isolated-vm.mjs' },
]

export const python: SubjectProgram = { name: 'python', script: 'python.ts', nodeArgs: ['--expose-gc'] }
/** The other ways to run Python. Only a new Pyodide isolates one program from the next. */
export const pythonPeers: readonly SubjectProgram[] = [
  { name: 'pyodide, new', script: 'pyodide-new.mjs' },
  { name: 'pyodide, kept', script: 'pyodide-kept.mjs' },
]
