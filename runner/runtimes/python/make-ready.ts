import { isKept } from '../kept-build.ts'
import { hasPython, interpreterKey } from './interpreter-files.ts'

/** Whether a start finds the interpreter made, or has no files to make it of. */
export const isReady = (projectRoot: string): boolean =>
  !hasPython(projectRoot) || isKept({ projectRoot, folder: 'python', key: interpreterKey(projectRoot) })

/** Makes the interpreter, unless it is made, and keeps it for the next start. It takes seconds of computing. */
export async function makeReady(projectRoot: string): Promise<void> {
  if (!hasPython(projectRoot)) return
  const { loadInterpreter } = await import('./load-interpreter.ts')
  await loadInterpreter(projectRoot, interpreterKey(projectRoot))
}
