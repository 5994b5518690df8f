import { newId } from '#runner/contract/ids.ts'
import { type Outcome, refuseTooMany } from '../http/outcome.ts'
import { forgetPrincipals } from './forget-principals.ts'
import type { AuthPorts, Client } from './ports.ts'
import { type SessionClaim, sessionLifetimeS } from './session-cookie.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** Creates a guest, a user with the lowest trust, and a session. RATE_LIMITED by address. */
export async function continueAsGuest(
  ports: AuthPorts,
  client: Client,
  previous: SessionClaim | undefined,
): Promise<Outcome<StartedSession>> {
  const verdict = await ports.limits.take('guest', client.key)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  const createdAt = new Date(ports.clock.now())
  const guestExpiresAt = new Date(createdAt.getTime() + sessionLifetimeS * 1000)
  const started = await ports.db.$transaction(async (tx) => {
    const id = newId('user', ports.randomBytes)
    const user = await tx.user.create({ data: { id, isGuest: true, createdAt, guestExpiresAt } })
    return startSession(tx, ports, user, client, previous, null)
  })
  return { ok: true, value: started }
}

/** Deletes expired guests with their searches, and expired sessions. */
export async function deleteExpiredGuests(ports: Pick<AuthPorts, 'db' | 'clock'>): Promise<{ guests: number }> {
  const now = new Date(ports.clock.now())
  await ports.db.session.deleteMany({ where: { expiresAt: { lt: now } } })
  const guests = await ports.db.$transaction(async (tx) => {
    const gone = await tx.$queryRaw<{ id: string }[]>`
      delete from users where is_guest and guest_expires_at < ${now.toISOString()}::timestamptz returning id`
    // Deletes the executions after the guests, so that no search of these guests can start in between.
    await forgetPrincipals(
      tx,
      gone.map(({ id }) => id),
    )
    return gone.length
  })
  return { guests }
}
