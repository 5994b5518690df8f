import { decodeJwt } from 'jose'
import type { AuthOptions, Profile } from 'next-auth'
import type { CredentialsConfig } from 'next-auth/providers/credentials'
import type { Provider } from 'next-auth/providers/index'
import * as z from 'zod'
import { SessionId, UserId } from '#runner/contract/ids.ts'
import { createRedactor, redactError } from '#runner/redact/redact.ts'
import { safeReturnPath } from '../../model/return-path.ts'
import type { OriginCheck } from '../http/origin.ts'
import { type Outcome, type Refused, refuseBecause } from '../http/outcome.ts'
import { unstorableFields } from '../http/storable-text.ts'
import type { Auth, OidcSettings } from './auth.ts'
import { continueAsGuest } from './guest.ts'
import { admitOidcIdentity, OidcIdentity, signInWithOidc } from './oidc-account.ts'
import { createOidcAgent } from './oidc-agent.ts'
import { clientOf } from './ports.ts'
import { sessionLifetimeS } from './session-cookie.ts'
import { checkSession, revokeSession, type StartedSession } from './sessions.ts'
import { signIn } from './sign-in.ts'

type Answering = {
  readonly checkOrigin: OriginCheck
  /** Receives the refusal of a sign-in, for the response to this request. */
  readonly refused: (refusal: Refused) => void
}

/**
 * next-auth's options for one request. Each sign-in method starts a session row of our own. The JWT only names that row
 * and is worthless once the row is revoked.
 */
export function nextAuthOptions(auth: Auth, headers: Headers, { checkOrigin, refused }: Answering): AuthOptions {
  const { ports, settings, log } = auth
  const cookie = auth.cookieOf(headers)
  const client = clientOf(headers)

  const admit = (outcome: Outcome<StartedSession>) => {
    if (outcome.ok) return { id: outcome.value.userId, sessionId: outcome.value.sessionId }
    refused(outcome)
    // For null, next-auth reports a wrong password; for a thrown error, the message of the error.
    if (outcome.error.code === 'UNAUTHENTICATED' || outcome.error.code === 'INVALID_INPUT') return null
    throw new Error(outcome.error.code)
  }

  return {
    secret: auth.secret,
    useSecureCookies: cookie.flags.secure,
    cookies: { sessionToken: { name: cookie.name, options: { ...cookie.flags } } },
    session: { strategy: 'jwt', maxAge: sessionLifetimeS },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      {
        ...{ id: 'password', type: 'credentials', name: 'Email and password' },
        credentials: { email: { label: 'Email', type: 'email' }, password: { label: 'Password', type: 'password' } },
        authorize: async (credentials) => {
          const input = { email: credentials?.email, password: credentials?.password }
          return admit(await signIn(ports, input, client, await cookie.read(headers)))
        },
      } satisfies CredentialsConfig,
      {
        ...{ id: 'guest', type: 'credentials', name: 'Guest', credentials: {} },
        // As with a search, only a page of the app starts a guest: next-auth gives its CSRF token to any program.
        authorize: async () =>
          admit(
            checkOrigin(headers) === 'own'
              ? await continueAsGuest(ports, client, await cookie.read(headers))
              : refuseBecause('foreign_origin'),
          ),
      } satisfies CredentialsConfig,
      ...(settings.oidc ? [oidcProvider(settings.oidc)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.provider !== oidcProviderId) return true
        const identity = identityOf(settings.oidc, profile)
        if (identity === undefined) return false
        const current = await checkSession(ports, await cookie.read(headers))
        const admitted = await admitOidcIdentity(ports, identity, current)
        return admitted.ok || `/sign-in?error=${admitted.error.code}`
      },
      async jwt({ token, user, account, profile }) {
        if (account?.provider === oidcProviderId) {
          const identity = identityOf(settings.oidc, profile)
          if (identity === undefined) throw new Error('next-auth admitted an identity without a subject')
          const started = await signInWithOidc(ports, identity, client, await cookie.read(headers))
          if (!started.ok) throw new Error(started.error.code)
          return { ...cookie.tokenOf(started.value) }
        }
        if (account && user.sessionId) {
          const claim = { userId: UserId.parse(user.id), sessionId: SessionId.parse(user.sessionId) }
          return { ...cookie.tokenOf(claim) }
        }
        if ((await checkSession(ports, cookie.claimOf(token))) === null) throw new Error('The session has ended')
        return token
      },
      async session({ session, token }) {
        const signedIn = await checkSession(ports, cookie.claimOf(token))
        if (signedIn === null) throw new Error('The session has ended')
        const { userId: id, name, email, principal } = signedIn
        return { expires: session.expires, user: { id, name, email, role: principal.role } }
      },
      redirect: ({ url, baseUrl }) =>
        baseUrl + safeReturnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    events: {
      async signOut({ token }) {
        const claim = cookie.claimOf(token)
        if (claim !== undefined) await revokeSession(ports.db, ports, claim)
      },
    },
    logger: loggerOf(log, settings.oidc),
  }
}

/** An error may quote an answer of the provider, which may return the client's secret. */
export function loggerOf(log: Auth['log'], oidc: OidcSettings | undefined) {
  const redact = createRedactor(oidc === undefined ? [] : [oidc.clientSecret])
  return {
    error(code: string, metadata: Error | { readonly [field: string]: unknown }) {
      // Expired and revoked cookies are routine.
      if (code === 'JWT_SESSION_ERROR') return log.debug('A session cookie was rejected')
      const cause = 'error' in metadata ? metadata.error : metadata
      log.error(`Sign-in failed: ${code}`, { cause: redactError(cause, redact.text) })
    },
    warn: (code: string) => log.warn(`next-auth: ${code}`),
    debug: (code: string) => log.debug(`next-auth: ${code}`),
  } satisfies AuthOptions['logger']
}

const oidcProviderId = 'oidc'

/** Any OpenID Connect provider: code flow with PKCE, state and nonce. The verified id token identifies the person. */
function oidcProvider(oidc: OidcSettings): Provider {
  return {
    id: oidcProviderId,
    name: oidc.name,
    type: 'oauth',
    wellKnown: `${withoutSlash(oidc.issuer)}/.well-known/openid-configuration`,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    userinfo: { request: (asked) => readClaims(oidc, asked) },
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: 10_000, agent: createOidcAgent(oidc) },
    profile: (profile: Profile) => ({ id: profile.sub ?? '' }),
  }
}

type Answered = {
  readonly tokens: { readonly id_token?: string | undefined; readonly access_token?: string | undefined }
  readonly client: {
    readonly issuer: { readonly metadata: { readonly issuer: string; readonly userinfo_endpoint?: string | undefined } }
    userinfo(accessToken: string): Promise<Profile>
  }
}

/**
 * What the provider says of the person. The email may come from the id token or the userinfo endpoint, the subject only
 * from the id token.
 *
 * @throws Error if discovery or token names another issuer than the configured one
 */
export async function readClaims(oidc: Pick<OidcSettings, 'issuer'>, { tokens, client }: Answered): Promise<Profile> {
  const claims = decodeJwt(tokens.id_token ?? '')
  const { issuer, userinfo_endpoint } = client.issuer.metadata
  for (const named of [issuer, claims.iss]) requireIssuer(named, oidc.issuer)
  if (claims.email !== undefined || !tokens.access_token || !userinfo_endpoint) return claims
  const info = await client.userinfo(tokens.access_token)
  return info.sub === claims.sub ? { ...info, ...claims } : claims
}

/** The discovery document, which names the keys and the issuer of tokens, must not choose another issuer. */
function requireIssuer(named: string | undefined, configured: string): void {
  if (named !== undefined && withoutSlash(named) === withoutSlash(configured)) return
  throw new Error(
    `The identity provider names the issuer ${named}, but OIDC_ISSUER is ${configured}. Set OIDC_ISSUER to the issuer that the provider names if it is the right one.`,
  )
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

const IdTokenClaims = z.object({
  sub: z.string(),
  email: z.unknown(),
  email_verified: z.unknown(),
  name: z.unknown(),
  auth_time: z.unknown(),
})

function identityOf(oidc: OidcSettings | undefined, profile: unknown): OidcIdentity | undefined {
  const claims = IdTokenClaims.partial({ email: true, email_verified: true, name: true, auth_time: true }).safeParse(
    profile,
  )
  if (oidc === undefined || !claims.success || unstorableFields(claims.data).length > 0) return undefined
  const { sub, email, email_verified: emailVerified, name, auth_time: authTime } = claims.data
  return OidcIdentity.safeParse({
    issuer: withoutSlash(oidc.issuer),
    subject: sub,
    email,
    emailVerified,
    name,
    authTime,
  }).data
}
