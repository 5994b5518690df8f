import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { newId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock, RandomBytes, Seal } from '#runner/core/ports.ts'
import type { ConfirmationSubject, Confirmations } from '#runner/run/confirm.ts'
import { actorOf } from '../executions/invocation-rows.ts'

type ConfirmationPorts = {
  readonly db: DatabaseClient
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Encrypts the inputs, which contain text of the caller. */
  readonly seal: Pick<Seal, 'close'>
}

const validMs = 10 * 60 * 1000
/**
 * How long a new question ignores `confirmed: true`, if the call that caused the question already had it. A program
 * repeats its call within this time; a person needs longer to hear the question and to answer. A confirmation by id is
 * accepted immediately.
 */
const askingMs = 2_000

export type KeptConfirmations = Confirmations & {
  /** Ends a pending confirmation that the person declined, so that nothing can use it. Unknown ids are ignored. */
  decline(id: string, principal: Pick<Principal, 'id' | 'source'>): Promise<void>
  /** Deletes expired confirmations. Returns their number. */
  removeExpired(): Promise<number>
}

/**
 * Stores confirmations in the database. A single statement consumes a confirmation, so that only one of two concurrent
 * uses succeeds.
 */
export function createConfirmations({ db, audit, clock, randomBytes, seal }: ConfirmationPorts): KeptConfirmations {
  return {
    async ask(subject, isClaimed = false) {
      const { digest, action, inputHash, principalId, prompt, skill, version, input } = subject
      const id = newId('conf', randomBytes)
      const now = clock.now()
      const expiresAt = new Date(now + validMs)
      await db.$transaction(async (tx) => {
        const call = { digest, action, inputHash, principalId, skill, version }
        const sealedInput = seal.close(JSON.stringify(input), id)
        await tx.confirmation.create({
          data: { id, ...call, sealedInput, prompt, createdAt: new Date(isClaimed ? now + askingMs : now), expiresAt },
        })
        await audit.record(tx, rowOf('confirmation.asked', id, subject, new Date(now)))
      })
      return { id, prompt }
    },
    async take(id, subject) {
      const { digest, action, inputHash, principalId } = subject
      const now = new Date(clock.now())
      return db.$transaction(async (tx) => {
        const taken = await tx.confirmation.updateMany({
          where: { id, digest, action, inputHash, principalId, usedAt: null, expiresAt: { gt: now } },
          data: { usedAt: now, answer: 'given' },
        })
        if (taken.count !== 1) return false
        await audit.record(tx, rowOf('confirmation.given', id, subject, now))
        return true
      })
    },
    arrival: () => clock.now(),
    async takePending(subject, arrival) {
      const { digest, action, inputHash, principalId } = subject
      const call = { digest, action, inputHash, principalId }
      const now = new Date(clock.now())
      return db.$transaction(async (tx) => {
        const taken = await tx.confirmation.updateManyAndReturn({
          where: { ...call, usedAt: null, expiresAt: { gt: now }, createdAt: { lt: new Date(arrival) } },
          data: { usedAt: now, answer: 'given' },
          select: { id: true },
        })
        if (taken.length === 0) return false
        await audit.record(tx, ...taken.map(({ id }) => rowOf('confirmation.given', id, subject, now)))
        return true
      })
    },
    async decline(id, { id: principalId, source }) {
      const now = new Date(clock.now())
      await db.$transaction(async (tx) => {
        const where = { id, principalId, usedAt: null }
        const [taken] = await tx.confirmation.updateManyAndReturn({ where, data: { usedAt: now, answer: 'declined' } })
        if (taken) await audit.record(tx, rowOf('confirmation.declined', id, { ...taken, source }, now))
      })
    },
    async removeExpired() {
      const { count } = await db.confirmation.deleteMany({ where: { expiresAt: { lt: new Date(clock.now()) } } })
      return count
    },
  }
}

type Call = Pick<ConfirmationSubject, 'digest' | 'action' | 'inputHash' | 'principalId' | 'source'>

function rowOf(
  event: 'confirmation.asked' | 'confirmation.given' | 'confirmation.declined',
  id: string,
  { digest, action, inputHash, principalId, source }: Call,
  at: Date,
): AuditRecord {
  const actor = actorOf({ id: principalId, source })
  return {
    at,
    ...actor,
    action: event,
    subject: id,
    detail: { principal: principalId, digest, action, input: inputHash },
  }
}
