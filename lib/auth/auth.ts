import type { Log } from '#runner/ports.ts'
import type { Outcome } from '../http/outcome.ts'
import { continueAsGuest } from './guest.ts'
import { becomeOperator, ensureOperatorToken, reissueOperatorToken } from './operator-token.ts'
import { type AuthPorts, clientOf } from './ports.ts'
import { createSessionCookie, type IssuedCookie, type SessionCookie } from './session-cookie.ts'
import {
  checkSession,
  listSessions,
  revokeSession,
  type SessionSummary,
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
  /** What the sign-in button calls the provider. */
  readonly name: string
}

export type AuthSettings = {
  /** The instance's session key. */
  readonly sessionKey: Uint8Array
  /** The address that people open. Absent: reached directly, without https. */
  readonly publicUrl: URL | undefined
  readonly oidc: OidcSettings | undefined
}

/** A refusal, or the cookie that signs the browser in. */
type CookieOutcome = Promise<Outcome<IssuedCookie>>

/** Everything that people do with accounts and sessions. `headers` are those of the request that is being answered. */
export type Auth = {
  readonly ports: AuthPorts
  readonly settings: AuthSettings
  readonly log: Log
  readonly cookie: SessionCookie
  /** What next-auth signs and encrypts with. */
  readonly secret: string
  readSession(headers: Headers): Promise<SignedIn | null>
  signUp(input: unknown, headers: Headers): CookieOutcome
  signIn(input: unknown, headers: Headers): CookieOutcome
  continueAsGuest(headers: Headers): CookieOutcome
  becomeOperator(input: unknown, signedIn: SignedIn, headers: Headers): CookieOutcome
  /** Ends this session; the cookie given back clears the browser's. */
  signOut(headers: Headers): Promise<IssuedCookie>
  signOutEverywhere(signedIn: SignedIn): Promise<IssuedCookie>
  listSessions(signedIn: SignedIn): Promise<SessionSummary[]>
  ensureOperatorToken(): Promise<{ token: string } | undefined>
  reissueOperatorToken(): Promise<{ token: string }>
}

export function createAuth(options: { ports: AuthPorts; settings: AuthSettings; log: Log }): Auth {
  const { ports, settings, log } = options
  const secret = Buffer.from(settings.sessionKey).toString('base64url')
  const cookie = createSessionCookie({ secret, secure: settings.publicUrl?.protocol === 'https:' })

  const issue = async (started: Promise<Outcome<StartedSession>>): CookieOutcome => {
    const session = await started
    return session.ok ? { ok: true, value: await cookie.issue(session.value, session.value.expires) } : session
  }
  const readSession = async (headers: Headers) => checkSession(ports, await cookie.read(headers))

  return {
    ports,
    settings,
    log,
    cookie,
    secret,
    readSession,
    signUp: async (input, headers) => issue(signUp(ports, input, clientOf(headers), await readSession(headers))),
    signIn: async (input, headers) => issue(signIn(ports, input, clientOf(headers), await cookie.read(headers))),
    continueAsGuest: async (headers) => issue(continueAsGuest(ports, clientOf(headers), await cookie.read(headers))),
    becomeOperator: (input, signedIn, headers) => issue(becomeOperator(ports, input, signedIn, clientOf(headers))),
    async signOut(headers) {
      const claim = await cookie.read(headers)
      if (claim !== undefined) await revokeSession(ports.db, ports, claim)
      return cookie.clear()
    },
    async signOutEverywhere(signedIn) {
      await signOutEverywhere(ports, signedIn)
      return cookie.clear()
    },
    listSessions: (signedIn) => listSessions(ports, signedIn.userId),
    ensureOperatorToken: () => ensureOperatorToken(ports),
    reissueOperatorToken: () => reissueOperatorToken(ports),
  }
}
