import type { Prisma, User } from '../db/generated/client.ts'
import type { AuthPorts, Client } from './ports.ts'
import { principalOf } from './principal.ts'
import type { SessionClaim } from './session-cookie.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** The sign-in method, as the audit trail records it. */
type SignInMethod = { readonly method: 'password' } | { readonly method: 'oidc'; readonly issuer: string }

type SignIn = {
  readonly method: SignInMethod
  /** When the person proved who they are. Null: not known, as at a provider that knew the browser. */
  readonly provedAt: Date | null
}

/**
 * Starts a session after a sign-in, and takes over the offers and searches that the browser's guest saved, and the
 * guest's notifications in this browser. All of it commits together or not at all.
 */
export async function startAuditedSession(
  tx: Prisma.TransactionClient,
  ports: Pick<AuthPorts, 'clock' | 'randomBytes' | 'audit' | 'moveGuestData'>,
  user: User,
  client: Client,
  previous: SessionClaim | undefined,
  { method, provedAt }: SignIn,
): Promise<StartedSession> {
  // Must run before the guest's session ends.
  const guestSession = await ports.moveGuestData(tx, { previous, userId: user.id, at: new Date(ports.clock.now()) })
  const session = await startSession(tx, ports, user, client, previous, provedAt)
  if (guestSession !== undefined) {
    const own = { userId: user.id, sessionId: session.sessionId }
    await tx.pushSubscription.updateMany({ where: { sessionId: guestSession }, data: own })
  }
  await ports.audit.record(tx, {
    at: new Date(ports.clock.now()),
    by: principalOf(user),
    action: 'user.signed_in',
    subject: user.id,
    detail: method,
  })
  return session
}
