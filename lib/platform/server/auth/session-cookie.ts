import { LRUCache } from 'lru-cache'
import { decode, encode, type JWT } from 'next-auth/jwt'
import { SessionId, UserId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'

/** The session and user that a browser claims. Only the database knows whether the session is still valid. */
export type SessionClaim = { readonly userId: UserId; readonly sessionId: SessionId }

export const sessionLifetimeS = 30 * 24 * 60 * 60

/** How many cookies are decrypted once, not for each of their requests. */
const knownCookies = 10_000

type CookieFlags = {
  readonly httpOnly: true
  readonly sameSite: 'lax'
  readonly path: '/'
  readonly secure: boolean
}

export type IssuedCookie = CookieFlags & { readonly name: string; readonly value: string; readonly expires: Date }

/** The cookie as a header of an answer. The value is a JWT, of which no character needs an escape. */
export const setCookieOf = ({ name, value, path, expires, secure }: IssuedCookie): string =>
  `${name}=${value}; Path=${path}; Expires=${expires.toUTCString()}${secure ? '; Secure' : ''}; HttpOnly; SameSite=lax`

export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * The session cookie, in next-auth's form: a JWT encrypted with a key derived from `secret`.
 *
 * @param options.secure the app is reached over https: the cookie name gets the `__Host-` prefix
 * @param options.tunnel the run of the tunnel to which the cookies belong. Absent: none
 */
export function createSessionCookie(options: { secret: string; secure: boolean; tunnel?: string }) {
  const { secret, secure, tunnel } = options
  const name = `${secure ? '__Host-' : ''}next-auth.session-token`
  /** By the digest of the cookie. Each request still asks the database whether the session is valid. */
  const known = new LRUCache<string, { readonly claim: SessionClaim; readonly endsMs: number }>({ max: knownCookies })
  const flags: CookieFlags = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  type Token = { sub?: unknown; sid?: unknown; tun?: unknown }
  /** The claim in a decoded cookie; undefined if it was made for another origin. */
  const claimOf = ({ sub, sid, tun }: Token): SessionClaim | undefined => {
    const [userId, sessionId] = [UserId.safeParse(sub), SessionId.safeParse(sid)]
    if (!userId.success || !sessionId.success || tun !== tunnel) return undefined
    return { userId: userId.data, sessionId: sessionId.data }
  }
  /** The content of the cookie. */
  const tokenOf = ({ userId, sessionId }: SessionClaim): JWT => ({ sub: userId, sid: sessionId, tun: tunnel })
  return {
    name,
    flags,
    tokenOf,
    claimOf,
    /** Encrypts `claim` into a cookie. */
    async issue(claim: SessionClaim, expires: Date): Promise<IssuedCookie> {
      const token = tokenOf(claim)
      const value = await encode({ token, secret, maxAge: sessionLifetimeS })
      return { name, value, expires, ...flags }
    },
    /** A cookie that deletes the session cookie from the browser. */
    clear: (): IssuedCookie => ({ name, value: '', expires: new Date(0), ...flags }),
    /** The claim in a request's cookies; undefined if expired, made with another key or for another origin. */
    async read(headers: Headers): Promise<SessionClaim | undefined> {
      const value = cookieValue(headers.get('cookie') ?? '', name)
      if (!value) return undefined
      const digest = sha256(value)
      const kept = known.get(digest)
      if (kept !== undefined && Date.now() < kept.endsMs) return kept.claim
      const token = await decode({ token: value, secret }).catch(() => null)
      const claim = token === null ? undefined : claimOf(token)
      // Without an end it is not kept.
      if (claim) known.set(digest, { claim, endsMs: Number(token?.exp) * 1000 })
      return claim
    },
  }
}

function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
