import type { DatabaseClient } from '#lib/db/client.ts'
import type { Confirmations } from '#runner/confirm.ts'
import { newId } from '#runner/contract/ids.ts'
import type { Clock, RandomBytes } from '#runner/ports.ts'

type ConfirmationPorts = { readonly db: DatabaseClient; readonly clock: Clock; readonly randomBytes: RandomBytes }

const validMs = 10 * 60 * 1000

export type KeptConfirmations = Confirmations & {
  /** Deletes expired confirmations. Returns their number. */
  removeExpired(): Promise<number>
}

/**
 * Stores confirmations in the database. A single statement consumes one, so that of two concurrent uses only one
 * counts.
 */
export function createConfirmations({ db, clock, randomBytes }: ConfirmationPorts): KeptConfirmations {
  return {
    async ask({ prompt, ...subject }) {
      const id = newId('conf', randomBytes)
      const now = clock.now()
      const expiresAt = new Date(now + validMs)
      await db.confirmation.create({ data: { id, ...subject, prompt, createdAt: new Date(now), expiresAt } })
      return { id, prompt }
    },
    async take(id, { digest, action, inputHash, principalId }) {
      const now = new Date(clock.now())
      const taken = await db.confirmation.updateMany({
        where: { id, digest, action, inputHash, principalId, usedAt: null, expiresAt: { gt: now } },
        data: { usedAt: now },
      })
      return taken.count === 1
    },
    async removeExpired() {
      const { count } = await db.confirmation.deleteMany({ where: { expiresAt: { lt: new Date(clock.now()) } } })
      return count
    },
  }
}
