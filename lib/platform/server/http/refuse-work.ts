import type { DiskRoom } from '../health/disk-room.ts'
import { type Refused, refuse, refuseBecause } from './outcome.ts'

export type WorkDoor = {
  readonly diskRoom: DiskRoom
  /** Aborts when this process begins to stop. Absent: it never does. */
  readonly draining?: AbortSignal
}

/** Long enough for a proxy to choose another process, or for this one to start again. */
const again = { retryAfterMs: 5_000 }

/** Why this process begins nothing that stores something. Undefined: it does. */
export function refuseWork({ diskRoom, draining }: WorkDoor): Refused | undefined {
  if (draining?.aborted) return { ...refuseBecause('stopping'), ...again }
  const problem = diskRoom.problem()
  return problem === undefined ? undefined : refuse('STORAGE_FULL', { message: problem })
}
