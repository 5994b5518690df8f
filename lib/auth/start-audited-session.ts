import type { Prisma, User } from '../db/generated/client.ts'
import type { AuthPorts, Client } from './ports.ts'
import { principalOf } from './principal.ts'
import type { SessionClaim } from './session-cookie.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** How somebody proved who they are, as the audit trail keeps it. */
export type SignInMethod = { readonly method: 'password' } | { readonly method: 'oidc'; readonly issuer: string }

/** Starts the session of somebody who signed in; session and audit row stand or fall together. */
export async function startAuditedSession(
  tx: Prisma.TransactionClient,
  ports: Pick<AuthPorts, 'clock' | 'randomBytes' | 'audit'>,
  user: User,
  client: Client,
  previous: SessionClaim | undefined,
  method: SignInMethod,
): Promise<StartedSession> {
  const session = await startSession(tx, ports, user, client, previous)
  await ports.audit.record(tx, {
    at: new Date(ports.clock.now()),
    actorUserId: user.id,
    actorSource: principalOf(user).source,
    action: 'user.signed_in',
    subject: user.id,
    detail: method,
  })
  return session
}
