import { LRUCache } from 'lru-cache'
import { decode, encode } from 'next-auth/jwt'
import { SessionId, UserId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'

/** The session and user that a browser claims. Only the database knows whether the session is still valid. */
export type SessionClaim = { readonly userId: UserId; readonly sessionId: SessionId }

export const sessionLifetimeS = 30 * 24 * 60 * 60

/** How many cookies are decrypted once, not for each of their requests. */
const knownCookies = 10_000

export type CookieFlags = {
  readonly httpOnly: true
  readonly sameSite: 'lax'
  readonly path: '/'
  readonly secure: boolean
}

export type IssuedCookie = CookieFlags & { readonly name: string; readonly value: string; readonly expires: Date }

export type SessionCookie = {
  readonly name: string
  readonly flags: CookieFlags
  /** Encrypts `claim` into a cookie. */
  issue(claim: SessionClaim, expires: Date): Promise<IssuedCookie>
  /** A cookie that deletes the session cookie from the browser. */
  clear(): IssuedCookie
  /** The claim in a request's cookies; undefined if expired or made with another key. */
  read(headers: Headers): Promise<SessionClaim | undefined>
}

/**
 * The session cookie, in next-auth's form: a JWT encrypted with a key derived from `secret`.
 *
 * @param options.secure the app is reached over https: the cookie name gets the `__Host-` prefix
 */
export function createSessionCookie(options: { secret: string; secure: boolean }): SessionCookie {
  const { secret, secure } = options
  const name = `${secure ? '__Host-' : ''}next-auth.session-token`
  /** By the digest of the cookie. Each request still asks the database whether the session is valid. */
  const known = new LRUCache<string, { readonly claim: SessionClaim; readonly endsMs: number }>({ max: knownCookies })
  const flags: CookieFlags = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  return {
    name,
    flags,
    async issue(claim, expires) {
      const token = { sub: claim.userId, sid: claim.sessionId }
      const value = await encode({ token, secret, maxAge: sessionLifetimeS })
      return { name, value, expires, ...flags }
    },
    clear: () => ({ name, value: '', expires: new Date(0), ...flags }),
    async read(headers) {
      const value = cookieValue(headers.get('cookie') ?? '', name)
      if (!value) return undefined
      const digest = sha256(value)
      const kept = known.get(digest)
      if (kept !== undefined && Date.now() < kept.endsMs) return kept.claim
      const token = await decode({ token: value, secret }).catch(() => null)
      const claim = token === null ? undefined : claimOf(token)
      if (claim && typeof token?.exp === 'number') known.set(digest, { claim, endsMs: token.exp * 1000 })
      return claim
    },
  }
}

/** The claim in a decoded token. */
export function claimOf(token: { sub?: unknown; sid?: unknown }): SessionClaim | undefined {
  const userId = UserId.safeParse(token.sub)
  const sessionId = SessionId.safeParse(token.sid)
  return userId.success && sessionId.success ? { userId: userId.data, sessionId: sessionId.data } : undefined
}

function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
