import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { reasonOf } from '#lib/db/database-error.ts'
import type { Prisma } from '#lib/db/generated/client.ts'
import { createOutage } from '#runner/outage.ts'
import type { Log } from '#runner/ports.ts'

/** Tells every process of the instance when skills were enabled, disabled or updated. */
export type SkillChanges = AsyncDisposable & {
  /** Calls `changed` after each change. Returns the function that ends it. */
  subscribe(changed: () => void): () => void
}

const channel = 'travel_skills'
const againMs = 1_000

/** Announces a change when the transaction commits. */
export async function announceSkillChange(tx: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`select pg_notify(${channel}, '')`
}

/** Listens on a connection of its own, and connects again when it is lost. */
export async function openSkillChanges(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<SkillChanges> {
  const listeners = new Set<() => void>()
  const leaving = new AbortController()
  const outage = createOutage()
  let client: Client | undefined
  const tellAll = () => {
    for (const changed of listeners) changed()
  }

  async function join(): Promise<void> {
    const joining = new Client({
      connectionString: databaseUrl,
      application_name: 'travel.aw skill changes',
      keepAlive: true,
      connectionTimeoutMillis: 30_000,
    })
    joining.on('error', (cause) => log.warn('the connection that announces skill changes was lost', { cause }))
    joining.on('notification', tellAll)
    try {
      await joining.connect()
      await joining.query(`listen ${channel}`)
    } catch (cause) {
      await joining.end().catch(() => {})
      throw cause
    }
    if (leaving.signal.aborted) return joining.end()
    client = joining
    joining.once('end', () => {
      client = undefined
      void joinAgain()
    })
  }

  async function joinAgain(): Promise<void> {
    while (!leaving.signal.aborted && client === undefined) {
      try {
        await join()
        outage.end()
        // Changes may have been missed.
        tellAll()
      } catch (cause) {
        const reason = reasonOf(cause)
        if (outage.isNew(reason)) log.warn('skill changes of other processes are seen late', { reason })
        await setTimeout(againMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
      }
    }
  }

  await join()
  return {
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await client?.end()
    },
  }
}
