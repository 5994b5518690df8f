import type { Env } from '../env/env.ts'
import { clientAddressHeader, isLoopback } from './client-address.ts'
import { isOwnHost } from './origin.ts'

/** How clients reach the app. */
export type Reached = Pick<Env, 'publicUrl' | 'trustedProxies'>

/**
 * Whether a program on this machine sent the request, to a name of the app. A page whose DNS name was rebound to this
 * machine names another host. A proxy that names its upstream would hide such a name: behind a proxy, the host is the
 * public URL's. If a public URL elsewhere has no trusted proxy, one that adds no header may make every client look local.
 */
export function isThisMachine(headers: Headers, { publicUrl, trustedProxies }: Reached): boolean {
  const address = headers.get(clientAddressHeader)
  if (address === null || !isLoopback(address)) return false
  if (trustedProxies > 0)
    return publicUrl !== undefined && headers.get('host')?.toLowerCase() === new URL(publicUrl).host
  return (publicUrl === undefined || isLocal(publicUrl)) && isOwnHost(headers, publicUrl)
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
