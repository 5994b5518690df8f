import type { DataLabel } from '../contract/skill-io.ts'
import type { Upstreams } from '../ports.ts'

/** Where the requests to one declared host really go. */
export type Target = {
  readonly origin: string
  readonly data: DataLabel
  /** The operator put another base URL in the host's place: no https and no address check for it. */
  readonly exempt: boolean
  /** The declared URL as it really is. */
  actual(declared: URL): URL
  /** The declared URL of a place inside the base URL; any other URL stays as it is. */
  declared(actual: URL): URL
}

/** The one name of a host and port: `:443` is left out. */
export function canonicalHost(host: string): string {
  return host.replace(/:443$/, '')
}

/** This path and query at `origin`. Resolved as a reference, `//name` would be a host. */
export function urlAt(origin: string, pathAndQuery: string): URL {
  return new URL(origin + pathAndQuery)
}

/** Where `host` (canonical) is. */
export function targetOf(host: string, upstreams: Upstreams): Target {
  const declaredOrigin = `https://${host}`
  const upstream = upstreams.of(host)
  const base = new URL(upstream?.url ?? declaredOrigin)
  const data = upstream?.data ?? 'live'
  const prefix = base.pathname.replace(/\/+$/, '')
  if (base.origin === declaredOrigin && prefix === '') {
    return { origin: declaredOrigin, data, exempt: false, actual: (url) => url, declared: (url) => url }
  }
  return {
    origin: base.origin,
    data,
    exempt: true,
    actual: (url) => urlAt(base.origin, prefix + url.pathname + url.search),
    declared(actual) {
      const inside = actual.origin === base.origin && `${actual.pathname}/`.startsWith(`${prefix}/`)
      const path = actual.pathname.slice(prefix.length) || '/'
      return inside ? urlAt(declaredOrigin, path + actual.search) : actual
    },
  }
}
