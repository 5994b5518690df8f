import { newId, SessionId, UserId } from '#runner/contract/ids.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Prisma, Session, User } from '../db/generated/client.ts'
import type { AuthPorts, Client } from './ports.ts'
import { type PersonPrincipal, principalOf } from './principal.ts'
import { type SessionClaim, sessionLifetimeS } from './session-cookie.ts'

/** A verified, valid session. */
export type SignedIn = {
  readonly principal: PersonPrincipal
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly email: string | null
  readonly name: string | null
  readonly isGuest: boolean
}

/** A new session. The caller sets its cookie. */
export type StartedSession = SessionClaim & { readonly expires: Date }

export type SessionSummary = {
  readonly id: SessionId
  readonly lastSeenAt: Date
  readonly userAgent: string | null
}

type SessionPorts = Pick<AuthPorts, 'db' | 'clock' | 'randomBytes' | 'audit'>

const seenEveryMs = 5 * 60_000

/**
 * The claimed session if it belongs to the claimed user, who is not disabled, and is neither revoked nor expired. Every
 * door asks this. Queries the database.
 */
export async function checkSession(ports: SessionPorts, claim: SessionClaim | undefined): Promise<SignedIn | null> {
  if (claim === undefined) return null
  const now = ports.clock.now()
  const session = await readSession(ports.db, claim)
  if (session === undefined) return null
  if (session.revokedAt !== null || session.expiresAt.getTime() <= now) return null
  if (now - session.lastSeenAt.getTime() >= seenEveryMs) {
    await ports.db.session.updateMany({
      where: { id: claim.sessionId, revokedAt: null },
      data: { lastSeenAt: new Date(now) },
    })
  }
  const { email, name, isGuest, role } = session
  return {
    principal: principalOf({ id: claim.userId, role, isGuest }),
    userId: claim.userId,
    sessionId: claim.sessionId,
    email,
    name,
    isGuest,
  }
}

type SessionRow = Pick<Session, 'revokedAt' | 'expiresAt' | 'lastSeenAt'> &
  Pick<User, 'email' | 'name' | 'isGuest' | 'role'>

const sessionText = `
  select s.revoked_at as "revokedAt", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
    u.email, u.name, u.is_guest as "isGuest", u.role::text
  from sessions as s join users as u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and u.disabled_at is null`

/** A session of the claimed user, with the user. One prepared statement, because every request runs it. */
async function readSession(
  db: SessionPorts['db'],
  { sessionId, userId }: SessionClaim,
): Promise<SessionRow | undefined> {
  const { rows } = await db.pool.query<SessionRow>({ name: 'session', text: sessionText, values: [sessionId, userId] })
  return rows[0]
}

/**
 * Until the transaction ends, blocks others from ending the user's sessions, changing the password or deleting the
 * user.
 */
export async function lockPerson(tx: Prisma.TransactionClient, userId: UserId): Promise<void> {
  await tx.$executeRaw`select 1 from users where id = ${userId} for no key update`
}

/**
 * Creates a session in the caller's transaction and ends the browser's previous session. Alerts to the browser continue
 * if the person is the same.
 *
 * @param provedAt when the person proved who they are, to start it; null if they did not
 */
export async function startSession(
  tx: Prisma.TransactionClient,
  ports: Pick<AuthPorts, 'clock' | 'randomBytes'>,
  user: { readonly id: string },
  client: Client,
  previous: SessionClaim | undefined,
  provedAt: Date | null,
): Promise<StartedSession> {
  const now = new Date(ports.clock.now())
  const expires = new Date(now.getTime() + sessionLifetimeS * 1000)
  const sessionId = newId('sess', ports.randomBytes)
  if (previous !== undefined) await revokeSession(tx, ports, previous)
  await tx.session.create({
    data: {
      id: sessionId,
      userId: user.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: expires,
      userAgent: client.userAgent,
      provedAt,
    },
  })
  if (previous?.userId === user.id)
    await tx.pushSubscription.updateMany({ where: { sessionId: previous.sessionId }, data: { sessionId } })
  return { userId: UserId.parse(user.id), sessionId, expires }
}

/** Ends one session of its user. Idempotent; an unknown session changes nothing. */
export async function revokeSession(
  db: Prisma.TransactionClient,
  ports: Pick<AuthPorts, 'clock'>,
  claim: SessionClaim,
): Promise<void> {
  await db.session.updateMany({
    where: { id: claim.sessionId, userId: claim.userId, revokedAt: null },
    data: { revokedAt: new Date(ports.clock.now()) },
  })
}

/** Ends every session of the user, including this one. */
export async function signOutEverywhere(ports: SessionPorts, signedIn: SignedIn): Promise<{ ended: number }> {
  const { principal, userId } = signedIn
  const at = new Date(ports.clock.now())
  return ports.db.$transaction(async (tx) => {
    await lockPerson(tx, userId)
    const { count } = await tx.session.updateMany({
      where: { userId, revokedAt: null, expiresAt: { gt: at } },
      data: { revokedAt: at },
    })
    await recordAct(ports, tx, principal, 'user.signed_out_everywhere', userId, { sessions: count })
    return { ended: count }
  })
}

/** The user's valid sessions, the latest seen first. */
export async function listSessions(ports: SessionPorts, userId: UserId): Promise<SessionSummary[]> {
  const rows = await ports.db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: new Date(ports.clock.now()) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    select: { id: true, lastSeenAt: true, userAgent: true },
    take: 50,
  })
  return rows.map((row) => ({ ...row, id: SessionId.parse(row.id) }))
}

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
  await recordAct(ports, tx, principalOf(user), 'user.signed_in', user.id, method)
  return session
}
