import { canonicalHost } from '#runner/egress/target.ts'
import type { Upstream, Upstreams } from '#runner/ports.ts'

/** Every host is where its name says, and live, unless `map` puts a base URL in its place. */
export function createUpstreams(map: ReadonlyMap<string, Upstream>): Upstreams {
  const named = new Map([...map].map(([host, upstream]) => [canonicalHost(host), upstream]))
  return {
    of: (host) => named.get(canonicalHost(host)) ?? { url: `https://${canonicalHost(host)}`, data: 'live' },
  }
}
