import { stat } from 'node:fs/promises'
import type { EngineAddress } from './engine.ts'
import { engineFailureOf } from './engine-failure.ts'

/**
 * Why no engine can answer, found out without a connection: its socket does not exist. `undefined`: there may be one.
 * The worker that makes connections takes a second of CPU time to start, for nothing on a machine without an engine.
 */
export async function engineAbsence(address: EngineAddress): Promise<string | undefined> {
  if (address.kind !== 'socket') return undefined
  return stat(address.path).then(
    () => undefined,
    (cause: NodeJS.ErrnoException) =>
      cause.code === 'ENOENT' ? engineFailureOf(cause, 'describe itself').message : undefined,
  )
}
