import { newId } from '#runner/contract/ids.ts'
import { type Outcome, refuseTooMany } from '../http/outcome.ts'
import type { AuthPorts, Client } from './ports.ts'
import { type SessionClaim, sessionLifetimeS } from './session-cookie.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** Makes a guest: a user of their own with the lowest trust, and a session. RATE_LIMITED by address. */
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
    return startSession(tx, ports, user, client, previous)
  })
  return { ok: true, value: started }
}

/** Deletes guests whose time is over with their searches, and sessions that ended before them. */
export async function deleteExpiredGuests(ports: Pick<AuthPorts, 'db' | 'clock'>): Promise<{ guests: number }> {
  const now = new Date(ports.clock.now())
  await ports.db.session.deleteMany({ where: { expiresAt: { lt: now } } })
  const expired = { isGuest: true, guestExpiresAt: { lt: now } }
  await ports.db.execution.deleteMany({ where: { user: expired } })
  const { count } = await ports.db.user.deleteMany({ where: expired })
  return { guests: count }
}
