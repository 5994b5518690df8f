import * as z from 'zod'
import { oneLine } from '#runner/contract/hidden-text.ts'
import { newId } from '#runner/contract/ids.ts'
import { EmailAddress } from '../../model/email-address.ts'
import { recordAct } from '../audit/record-act.ts'
import { isMissingRow, isUniqueViolation } from '../db/database-error.ts'
import { type Outcome, refuse } from '../http/outcome.ts'
import type { AuthPorts, Client } from './ports.ts'
import { principalOf } from './principal.ts'
import { refuseAccount } from './refuse-account.ts'
import type { SessionClaim } from './session-cookie.ts'
import { type SignedIn, type StartedSession, startAuditedSession } from './sessions.ts'

/** A person's identity at an OpenID Connect provider, from a verified id token. */
export const OidcIdentity = z.object({
  issuer: z.string().min(1),
  subject: z.string().min(1).max(255),
  email: EmailAddress.optional().catch(undefined),
  emailVerified: z.boolean().catch(false),
  name: z.string().overwrite(oneLine).max(80).optional().catch(undefined),
  /** When the provider last asked the person to prove who they are, in seconds. A provider need not say it. */
  authTime: z.number().int().positive().optional().catch(undefined),
})
export type OidcIdentity = z.infer<typeof OidcIdentity>

const emailTaken = refuseAccount('CONFLICT', 'emailTakenAtProvider')

/**
 * Ensures a user for this identity. Only issuer and subject match an identity to its user: an email never gives access
 * to an existing account.
 *
 * @param current the browser's current session; a guest keeps their user
 * @returns CONFLICT when the email belongs to another account, FORBIDDEN for a disabled account
 */
export async function admitOidcIdentity(
  ports: Pick<AuthPorts, 'db' | 'clock' | 'randomBytes' | 'audit' | 'moveGuestData'>,
  identity: OidcIdentity,
  current: SignedIn | null,
): Promise<Outcome<undefined>> {
  const known = await findUser(ports.db, identity)
  if (known !== undefined) {
    return known.disabledAt === null ? { ok: true, value: undefined } : refuseAccount('FORBIDDEN', 'accountDisabled')
  }
  const { email, issuer, subject } = identity
  if (email && (await ports.db.user.findUnique({ where: { email }, select: { id: true } }))) return emailTaken

  const at = new Date(ports.clock.now())
  const person = {
    // An unverified address would block its owner's sign-up.
    email: email && identity.emailVerified ? email : null,
    name: identity.name || null,
    isGuest: false,
    guestExpiresAt: null,
  }
  try {
    await ports.db.$transaction(async (tx) => {
      const user = current?.isGuest
        ? await tx.user.update({ where: { id: current.userId, isGuest: true }, data: person })
        : await tx.user.create({ data: { ...person, id: newId('user', ports.randomBytes), createdAt: at } })
      await tx.account.create({
        data: { userId: user.id, type: 'oidc', provider: issuer, providerAccountId: subject, createdAt: at },
      })
      await recordAct(ports, tx, principalOf(user), 'user.signed_up', user.id, {
        method: 'oidc',
        issuer,
        was_guest: current?.isGuest ?? false,
      })
    })
  } catch (cause) {
    // A concurrent request of the same guest won.
    if (isMissingRow(cause)) return refuse('CONFLICT')
    if (!isUniqueViolation(cause)) throw cause
    // A concurrent request of the same person won, or another account took the email.
    return (await findUser(ports.db, identity)) === undefined ? emailTaken : { ok: true, value: undefined }
  }
  return { ok: true, value: undefined }
}

/** Starts a session for an admitted identity. UNAUTHENTICATED for an unknown one, FORBIDDEN for a disabled account. */
export async function signInWithOidc(
  ports: Pick<AuthPorts, 'db' | 'clock' | 'randomBytes' | 'audit' | 'moveGuestData'>,
  identity: OidcIdentity,
  client: Client,
  previous: SessionClaim | undefined,
): Promise<Outcome<StartedSession>> {
  const user = await findUser(ports.db, identity)
  if (user === undefined) return refuse('UNAUTHENTICATED')
  if (user.disabledAt !== null) return refuseAccount('FORBIDDEN', 'accountDisabled')
  const { issuer, authTime } = identity
  // A clock of the provider that is ahead of ours makes no proof last longer.
  const provedAt = authTime === undefined ? null : new Date(Math.min(authTime * 1000, ports.clock.now()))
  const started = await ports.db.$transaction((tx) =>
    startAuditedSession(tx, ports, user, client, previous, { method: { method: 'oidc', issuer }, provedAt }),
  )
  return { ok: true, value: started }
}

async function findUser(db: AuthPorts['db'], { issuer, subject }: OidcIdentity) {
  const account = await db.account.findUnique({
    where: { provider_providerAccountId: { provider: issuer, providerAccountId: subject } },
    include: { user: true },
  })
  return account?.user
}
