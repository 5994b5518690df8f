import type { EndCause } from '../contract/end-cause.ts'
import { EgressHost, HttpMethod } from '../contract/manifest.ts'
import type { Grant } from '../core/skill.ts'

export type RequestVerdict =
  | {
      readonly allowed: true
      /** Normalised: lower-case host without trailing dot, no fragment. */
      readonly url: URL
      readonly method: HttpMethod
      /** The entry of the grant that allows the request. */
      readonly host: string
      readonly port: number
    }
  | { readonly allowed: false; readonly cause: EndCause; readonly reason: string }

type NetworkGrant = Pick<Grant['permissions'], 'network'>

function refuse(cause: EndCause, reason: string): RequestVerdict {
  return { allowed: false, cause, reason }
}

/**
 * Whether the text has user-info, or URL parsers might read it differently, so that the server could see another URL than
 * the one checked.
 */
function isAmbiguous(text: string): boolean {
  const hasOddAuthority = /^[a-z][a-z0-9+.-]*:\/*[^/?#]*[\s@]/i.test(text)
  return text !== text.trim() || /\p{Cc}/u.test(text) || hasOddAuthority || /^[^?#]*\\/.test(text)
}

/**
 * Detects `..` and `.` path segments as any server might decode them: escaped twice, with backslashes, `;` parameters,
 * control characters or overlong UTF-8. A secret value in such a path could select another path.
 */
function hasDotSegment(text: string): boolean {
  const path = text.replace(/^[a-z][a-z0-9+.-]*:\/*[^/?#]*/i, '').replace(/[?#].*$/s, '')
  const read = decoded(decoded(path))
  return read.split(/[/\\]/).some((segment) =>
    /^\.{1,2}$/.test(
      segment
        .split(';', 1)
        .join('')
        .replace(/[\p{Cc}\s]/gu, ''),
    ),
  )
}

/** Decodes escaped bytes to characters. `%c0%ae` is an invalid UTF-8 form of a dot that some servers accept. */
function decoded(path: string): string {
  return path
    .replace(/%c0%(?:ae|2e)|%e0%80%ae/gi, '.')
    .replace(/%c0%af|%e0%80%af/gi, '/')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Whether the grant's network permission covers this request. Requires `https:`, a declared host and port, and a
 * declared method. IP addresses never pass, in any notation. Does not check where the name resolves to.
 */
export function checkRequest(text: string, method: string, { network }: NetworkGrant): RequestVerdict {
  const known = HttpMethod.safeParse(method.toUpperCase())
  if (!known.success) return refuse('network.methods', 'unknown method')
  if (!network.methods.includes(known.data)) return refuse('network.methods', `method ${known.data} is not declared`)

  if (isAmbiguous(text) || !URL.canParse(text)) return refuse('url', 'malformed URL')
  if (hasDotSegment(text)) return refuse('url', 'a dot segment in the path')
  const url = new URL(text)
  if (url.protocol !== 'https:') return refuse('scheme', `scheme ${url.protocol} is not https:`)

  const name = url.hostname.replace(/\.$/, '')
  // Requires a full host name (no address, wildcard or single label), even if the grant contains another form.
  if (!EgressHost.safeParse(name).success) return refuse('url', 'not a full host name')
  const port = url.port === '' ? 443 : Number(url.port)
  const host = network.egress.find((entry) => entry === `${name}:${port}` || (port === 443 && entry === name))
  if (host === undefined) return refuse('network.egress', `${name}:${port} is not declared`)

  url.hostname = name
  url.hash = ''
  return { allowed: true, url, method: known.data, host, port }
}
