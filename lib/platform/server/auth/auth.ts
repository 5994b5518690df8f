import type { Principal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/core/ports.ts'
import { type Outcome, refuse } from '../http/outcome.ts'
import { tunnelOf } from '../http/tunneled.ts'
import { changePassword } from './change-password.ts'
import type { Context } from './context.ts'
import { deleteAccount } from './delete-account.ts'
import { proveWithPassword, spendProof } from './fresh-sign-in.ts'
import { continueAsGuest } from './guest.ts'
import { becomeOperator, ensureOperatorToken, reissueOperatorToken } from './operator-token.ts'
import { makeResetToken, type ResetFor, resetPassword, whyNoReset } from './password-reset.ts'
import { type AuthPorts, clientOf } from './ports.ts'
import { createSessionCookie, type IssuedCookie, type SessionCookie } from './session-cookie.ts'
import {
  checkSession,
  listSessions,
  revokeSession,
  type SignedIn,
  type StartedSession,
  signOutEverywhere,
} from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

export type OidcSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The provider's name on the sign-in button. */
  readonly name: string
  /** Hosts of the provider, besides that of the issuer. */
  readonly hosts: readonly string[]
}

type AuthSettings = {
  /** The instance's session key. */
  readonly sessionKey: Uint8Array
  /** The URL that people open. Absent: the app is reached directly, without https. */
  readonly publicUrl: URL | undefined
  readonly oidc: OidcSettings | undefined
}

/** The session cookie to set, or a refusal. */
type CookieOutcome = Promise<Outcome<IssuedCookie>>

/** All account and session operations. `headers` are those of the current request. */
export type Auth = ReturnType<typeof createAuth>

export function createAuth({ ports, settings, log }: { ports: AuthPorts; settings: AuthSettings; log: Log }) {
  const secret = Buffer.from(settings.sessionKey).toString('base64url')
  const configured = createSessionCookie({ secret, secure: settings.publicUrl?.protocol === 'https:' })
  let tunneled: { readonly id: string; readonly cookie: SessionCookie } | undefined
  const cookieOf = (headers: Headers): SessionCookie => {
    const tunnel = tunnelOf(headers)
    if (tunnel === undefined) return configured
    const { id, url } = tunnel
    if (tunneled?.id !== id) {
      const cookie = createSessionCookie({ secret, secure: url.protocol === 'https:', tunnel: id })
      tunneled = { id, cookie }
    }
    return tunneled.cookie
  }

  const issue = async (headers: Headers, started: Promise<Outcome<StartedSession>>): CookieOutcome => {
    const session = await started
    if (!session.ok) return session
    return { ok: true, value: await cookieOf(headers).issue(session.value, session.value.expires) }
  }
  const readClaim = (headers: Headers) => cookieOf(headers).read(headers)
  const readSession = async (headers: Headers) => checkSession(ports, await readClaim(headers))

  return {
    ports,
    settings,
    log,
    /** The session cookie at the origin of a request. */
    cookieOf,
    /** The secret for next-auth's signatures and encryption. */
    secret,
    readSession,
    signUp: async (input: unknown, headers: Headers) =>
      issue(headers, signUp(ports, input, clientOf(headers), await readSession(headers))),
    signIn: async (input: unknown, headers: Headers) =>
      issue(headers, signIn(ports, input, clientOf(headers), await readClaim(headers))),
    /** Starts the session of a guest, for a request that is then handled in it. */
    async beginGuest(
      headers: Headers,
    ): Promise<Outcome<{ readonly cookie: IssuedCookie; readonly principal: Principal }>> {
      const begun = await continueAsGuest(ports, clientOf(headers), await readClaim(headers))
      if (!begun.ok) return begun
      const { expires, ...claim } = begun.value
      const signedIn = await checkSession(ports, claim)
      if (signedIn === null) return refuse('UNAUTHENTICATED')
      const cookie = await cookieOf(headers).issue(claim, expires)
      return { ok: true, value: { cookie, principal: signedIn.principal } }
    },
    becomeOperator: (input: unknown, signedIn: SignedIn, headers: Headers) =>
      issue(headers, becomeOperator(ports, input, signedIn, clientOf(headers))),
    /** Ends this session. The returned cookie clears the session cookie in the browser. */
    async signOut(headers: Headers) {
      const claim = await readClaim(headers)
      if (claim !== undefined) await revokeSession(ports.db, ports, claim)
      return cookieOf(headers).clear()
    },
    async signOutEverywhere(signedIn: SignedIn, headers: Headers) {
      await signOutEverywhere(ports, signedIn)
      return cookieOf(headers).clear()
    },
    listSessions: (signedIn: SignedIn) => listSessions(ports, signedIn.userId),
    accountOverview: (signedIn: SignedIn) => accountOverview(ports, signedIn),
    /** Proves with the password that the person is present. */
    proveWithPassword: (input: unknown, signedIn: SignedIn, headers: Headers) =>
      proveWithPassword(ports, input, signedIn, clientOf(headers)),
    /** Allows one operation that needs a fresh sign-in. The request of a token has none. */
    async requireFreshSignIn(headers: Headers) {
      const signedIn = await readSession(headers)
      return signedIn === null ? refuse('UNAUTHENTICATED') : spendProof(ports, signedIn)
    },
    changePassword: (input: unknown, signedIn: SignedIn, headers: Headers) =>
      issue(headers, changePassword(ports, input, signedIn, clientOf(headers))),
    /** The returned cookie clears the session cookie in the browser. */
    async deleteAccount(input: unknown, signedIn: SignedIn, headers: Headers): CookieOutcome {
      const deleted = await deleteAccount(ports, input, signedIn, clientOf(headers))
      return deleted.ok ? { ok: true, value: cookieOf(headers).clear() } : deleted
    },
    makeResetToken: (context: Context, of: ResetFor) => makeResetToken(ports, settings.sessionKey, context, of),
    /** The message to show instead of the form; undefined if the token can set a password. */
    whyNoReset: (token: string) => whyNoReset(ports, settings.sessionKey, token),
    resetPassword: (input: unknown, headers: Headers) =>
      resetPassword(ports, settings.sessionKey, input, clientOf(headers)),
    ensureOperatorToken: () => ensureOperatorToken(ports),
    reissueOperatorToken: () => reissueOperatorToken(ports),
  }
}

/** What the account page shows besides the session. */
async function accountOverview({ db }: Pick<AuthPorts, 'db'>, { userId }: SignedIn) {
  const [user, operator] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } }),
    db.user.findFirst({ where: { role: 'operator' }, select: { id: true } }),
  ])
  return {
    hasPassword: typeof user?.passwordHash === 'string',
    /** Whether this instance has an operator. */
    hasOperator: operator !== null,
  }
}
