import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'

/** All addresses of a name. Rejects when the lookup fails. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** The system's resolver. */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Concurrent lookups of one name share one lookup. The system's resolver works on few names at a time and cannot be
 * cancelled, so repeated lookups of a slow name would delay the lookups of all other names.
 */
export function sharedResolve(resolve: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>()
  return (host) => {
    const known = underWay.get(host)
    if (known !== undefined) return known
    const started = resolve(host).finally(() => underWay.delete(host))
    underWay.set(host, started)
    return started
  }
}

/** The policy refused a connection. Recognized by `code`, because the HTTP client may wrap the error. */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
}

export function isRefused(error: unknown): error is EgressRefused {
  return error instanceof Error && 'code' in error && error.code === 'EGRESS_REFUSED'
}

/**
 * The addresses of `host`, if all are allowed. Throws if any is forbidden: a name with a private address beside a
 * public one is an attack or a mistake, and the connection could use either address.
 */
async function resolveAllowed(host: string, resolve: Resolve, policy: AddressPolicy): Promise<readonly string[]> {
  const addresses = await resolve(host)
  for (const address of addresses) {
    const verdict = policy(address)
    if (!verdict.allowed) throw new EgressRefused(`${host} resolves to ${address}: ${verdict.reason}`)
  }
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  return addresses
}

/**
 * A lookup for the socket itself. The socket connects to the checked addresses, without a second lookup that could
 * answer differently.
 */
export function checkedLookup(resolve: Resolve, policy: AddressPolicy): LookupFunction {
  return (host, options, callback) => {
    resolveAllowed(host, resolve, policy).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const first = entries[0]
        if (options.all || first === undefined) callback(null, entries)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}
