import type { Upstream, Upstreams } from '#runner/core/ports.ts'
import { canonicalHost } from '#runner/egress/target.ts'

/** Returns the target of each host: the base URL in `map`, or else the declared host, labelled live. */
export function createUpstreams(map: ReadonlyMap<string, Upstream>): Upstreams {
  const named = new Map([...map].map(([host, upstream]) => [canonicalHost(host), upstream]))
  return {
    of: (host) => named.get(canonicalHost(host)) ?? { url: `https://${canonicalHost(host)}`, data: 'live' },
  }
}
