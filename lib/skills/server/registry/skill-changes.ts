import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Listening } from '../executions/instance.ts'

/** Notifies every process of the instance when a skill is enabled, disabled or updated, or its approval changes. */
export type SkillChanges = {
  /** Calls `changed` after each change. Returns a function that unsubscribes. */
  subscribe(changed: () => void): () => void
  /** Receives the notifications of other processes, once it is passed to `joinInstances`. */
  readonly listening: Listening
}

const channel = 'travel_skills'

/** Announces a change when the transaction commits. */
export async function announceSkillChange(tx: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`select pg_notify(${channel}, '')`
}

export function createSkillChanges(): SkillChanges {
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const changed of listeners) changed()
  }
  return {
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    // A reconnection counts as a change, because changes may have been missed while the connection was lost.
    listening: { channel, heard: tellAll, reconnected: tellAll },
  }
}
