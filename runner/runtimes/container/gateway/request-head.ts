import { FetchArgs, maxRequestHeaderSize } from '../../../contract/operations/fetch.ts'
import { quoted } from '../../../core/quoted.ts'
import { type HeaderPairs, habitualHeaders } from '../../../egress/request-headers.ts'

/** The head of a request from Node's parser. `headers` alternates names and values, unchanged. */
export type RawHead = {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly string[]
}

/** The host of the connection. `name` in lower case. */
export type Authority = { readonly name: string; readonly port: number }

type HeadVerdict =
  | {
      readonly kind: 'request'
      readonly url: string
      readonly method: string
      /** Names in lower case, without hop-by-hop headers. */
      readonly headers: HeaderPairs
    }
  /** No attack, but a request that exceeds a limit, uses another HTTP version, or has an unsupported method. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'violation'; readonly reason: string }

const Bounds = FetchArgs.pick({ url: true, method: true, headers: true })

/** Printable ASCII, starting with a slash. Well-behaved clients never send a fragment. */
const originForm = /^\/[!-"$-~]*$/

const refused = (status: number, detail: string): HeadVerdict => ({ kind: 'refused', status, detail })
const violation = (reason: string): HeadVerdict => ({ kind: 'violation', reason: `HTTP: ${reason}` })

/** Checks that this is one plain request to the host of the connection, and extracts it. */
export function checkHead({ method, target, version, headers: raw }: RawHead, authority: Authority): HeadVerdict {
  const pairs = pairsOf(raw)
  const valuesOf = (name: string) => pairs.filter(([other]) => other === name).map(([, value]) => value)

  if (version !== '1.1') return refused(505, `the gateway supports only HTTP/1.1, not HTTP/${version}`)
  const codings = valuesOf('transfer-encoding')
  if (codings.length > 1 || codings.some((coding) => coding.toLowerCase() !== 'chunked')) {
    return violation('a transfer coding that is not chunked')
  }
  const hosts = valuesOf('host')
  const [host] = hosts
  if (host === undefined || hosts.length > 1) return violation(`${hosts.length} Host headers`)
  if (!isHost(host, authority)) return violation(`Host ${quoted(host)} in a connection to ${authority.name}`)
  if (!originForm.test(target)) return violation(`the target ${quoted(target)}, which is not a path`)

  const url = `https://${textOfAuthority(authority)}${target}`
  const headers = endToEnd(pairs, valuesOf('connection'))
  const bounded = Bounds.safeParse({ url, method, headers })
  if (!bounded.success) return refusedFor(bounded.error.issues[0]?.path[0])
  if (sizeOf(headers) > maxRequestHeaderSize) return refusedFor('headers')
  return { kind: 'request', url, method, headers }
}

/** Labels and dots only; no declared name has other characters. */
const namedHost = /^([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*)(?::(\d{1,5}))?$/

/** The host of a connection without TLS, from its first request; or the reason why it is a violation. */
export function authorityIn(
  headers: readonly string[],
  isDeclared: (authority: Authority) => boolean,
): Authority | string {
  const host = pairsOf(headers).find(([name]) => name === 'host')?.[1]
  if (host === undefined) return 'HTTP: 0 Host headers'
  const [, name, port = '443'] = namedHost.exec(host.toLowerCase()) ?? []
  const authority = name === undefined ? undefined : { name, port: Number(port) }
  return authority && isDeclared(authority) ? authority : `HTTP: Host ${quoted(host)}, which is not declared`
}

function pairsOf(raw: readonly string[]): HeaderPairs {
  const pairs: Array<readonly [string, string]> = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''])
  return pairs
}

function textOfAuthority({ name, port }: Authority): string {
  return port === 443 ? name : `${name}:${port}`
}

function isHost(value: string, { name, port }: Authority): boolean {
  const host = value.toLowerCase()
  return host === `${name}:${port}` || (port === 443 && host === name)
}

/** Drops hop-by-hop headers: the parser has handled framing, and the host is already checked. */
function endToEnd(pairs: HeaderPairs, connection: readonly string[]): HeaderPairs {
  const named = new Set(connection.flatMap((value) => value.toLowerCase().split(',')).map((name) => name.trim()))
  return pairs.filter(
    ([name]) => name !== 'host' && name !== 'transfer-encoding' && !habitualHeaders.has(name) && !named.has(name),
  )
}

function sizeOf(pairs: HeaderPairs): number {
  return pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

function refusedFor(field: PropertyKey | undefined): HeadVerdict {
  if (field === 'url') return refused(414, 'the URL is longer than 16,384 characters')
  if (field === 'headers')
    return refused(431, 'a request may have at most 64 headers, 16,384 characters in each and 32,768 in all')
  return refused(501, 'the gateway does not support this method')
}
