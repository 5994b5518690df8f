import type { DataLabel } from '../contract/skill-io.ts'
import type { Upstreams } from '../core/ports.ts'

/** The real destination of requests to one declared host. */
export type Target = {
  readonly origin: string
  readonly data: DataLabel
  /** Whether the operator replaced the host by another base URL, which is exempt from the https and address checks. */
  readonly exempt: boolean
  /** Maps a declared URL to the real one. */
  actual(declared: URL): URL
  /** Maps a URL inside the base URL back to the declared one. Other URLs stay unchanged. */
  declared(actual: URL): URL
}

/** The canonical form of a host and port, without `:443`. */
export function canonicalHost(host: string): string {
  return host.replace(/:443$/, '')
}

/** Joins an origin with a path and query. Resolving a path like `//name` against the origin would replace the host. */
export function urlAt(origin: string, pathAndQuery: string): URL {
  return new URL(origin + pathAndQuery)
}

/** The target of `host`, which must be canonical. */
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
      return inside ? urlAt(declaredOrigin, actual.pathname.slice(prefix.length) + actual.search) : actual
    },
  }
}
