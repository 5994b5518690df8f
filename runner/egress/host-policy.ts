import { EgressHost, HttpMethod } from '../contract/manifest.ts'
import type { Grant } from '../skill.ts'

export type RequestVerdict =
  | {
      readonly allowed: true
      /** Normalised: lower-case host without trailing dot, no fragment. */
      readonly url: URL
      readonly method: HttpMethod
      /** The entry of the grant's list that allows it. */
      readonly host: string
      readonly port: number
    }
  | { readonly allowed: false; readonly reason: string }

type NetworkGrant = Pick<Grant['permissions'], 'network'>

function refuse(reason: string): RequestVerdict {
  return { allowed: false, reason }
}

/** Text that different URL parsers read differently: what we check must be what anybody else would read. */
function isAmbiguous(text: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(text)?.[1] ?? ''
  const beforeQuery = text.split(/[?#]/, 1)[0] ?? ''
  return text !== text.trim() || /\p{Cc}/u.test(text) || /[\s@]/.test(authority) || beforeQuery.includes('\\')
}

/**
 * `..` and `.` in the path, as any server may read it: decoded twice, with backslashes, parameters behind `;`, control characters and overlong
 * forms of UTF-8. A value in such a place would choose another path.
 */
function hasDotSegment(text: string): boolean {
  const path = text.replace(/^[a-z][a-z0-9+.-]*:\/*[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? ''
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

/** Bytes as characters: `%c0%ae` is a dot in a form that is not allowed, and read by some. */
function decoded(path: string): string {
  return path
    .replace(/%c0%(?:ae|2e)|%e0%80%ae/gi, '.')
    .replace(/%c0%af|%e0%80%af/gi, '/')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Whether the grant's network permission covers this request. Only `https:` to a declared host and port with a
 * declared method passes; IP addresses in any notation never do. Says nothing about where the name resolves to.
 */
export function checkRequest(text: string, method: string, { network }: NetworkGrant): RequestVerdict {
  const known = HttpMethod.safeParse(method.toUpperCase())
  if (!known.success) return refuse('unknown method')
  if (!network.methods.includes(known.data)) return refuse(`method ${known.data} is not declared`)

  if (isAmbiguous(text) || !URL.canParse(text)) return refuse('malformed URL')
  if (hasDotSegment(text)) return refuse('a dot segment in the path')
  const url = new URL(text)
  if (url.protocol !== 'https:') return refuse(`scheme ${url.protocol} is not https:`)
  if (url.username !== '' || url.password !== '') return refuse('user-info in the URL')

  const name = url.hostname.replace(/\.$/, '')
  // The shape of a declared host: no address, no wildcard, no single label. Guards against a grant that holds one.
  if (!EgressHost.safeParse(name).success) return refuse('not a full host name')
  const port = url.port === '' ? 443 : Number(url.port)
  const host = network.egress.find((entry) => entry === `${name}:${port}` || (port === 443 && entry === name))
  if (host === undefined) return refuse(`${name}:${port} is not declared`)

  url.hostname = name
  url.hash = ''
  return { allowed: true, url, method: known.data, host, port }
}
