import { canonicalHost } from '#runner/egress/target.ts'
import type { Upstream, Upstreams } from '#runner/ports.ts'

/** Every host stays as declared and counts as live, unless `map` gives it a base URL. */
export function createUpstreams(map: ReadonlyMap<string, Upstream>): Upstreams {
  const named = new Map([...map].map(([host, upstream]) => [canonicalHost(host), upstream]))
  return {
    of: (host) => named.get(canonicalHost(host)) ?? { url: `https://${canonicalHost(host)}`, data: 'live' },
  }
}
