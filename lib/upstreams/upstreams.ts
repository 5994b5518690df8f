import type { Upstream, Upstreams } from '#runner/ports.ts'

/** Declared host → where it is instead. */
export type UpstreamMap = ReadonlyMap<string, Upstream>

/** Every host is where its name says, and live, unless `map` puts a base URL in its place. */
export function createUpstreams(map: UpstreamMap): Upstreams {
  const named = new Map([...map].map(([host, upstream]) => [canonical(host), upstream]))
  return {
    of: (host) => named.get(canonical(host)) ?? { url: `https://${canonical(host)}`, data: 'live' },
  }
}

function canonical(host: string): string {
  return host.toLowerCase().replace(/:443$/, '')
}
