import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Listening } from '../executions/instance.ts'

/** Notifies every process of the instance when a skill is enabled, disabled or updated, or its approval changes. */
export type SkillChanges = ReturnType<typeof createSkillChanges>

const channel = 'travel_skills'

/** Announces a change when the transaction commits. */
export async function announceSkillChange(tx: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`select pg_notify(${channel}, '')`
}

export function createSkillChanges() {
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const changed of listeners) changed()
  }
  const listening: Listening = { channel, heard: tellAll, reconnected: tellAll }
  return {
    /** Calls `changed` after each change. Returns a function that unsubscribes. */
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    // A reconnection counts as a change, because changes may have been missed while the connection was lost.
    /** Receives the notifications of other processes, once it is passed to `joinInstances`. */
    listening,
  }
}
