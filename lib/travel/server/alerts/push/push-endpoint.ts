import { ECDH } from 'node:crypto'
import type { PushTarget } from '../../../model/push-subscription.ts'

/** The push services of Chrome (also of Edge on Android) and Firefox. `knownDomains`: of Safari and Edge on Windows. */
const knownHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'] as const
const knownDomains = /^[a-z0-9-]+\.(push\.apple|notify\.windows)\.com$/

/**
 * The URL of a push service, if the app may send messages to it. Browsers send the endpoint, so it is untrusted: it
 * must be a normalized https URL whose host and port are those of a known service or are in `moreHosts`.
 */
export function pushUrl(endpoint: string, moreHosts: readonly string[]): URL | undefined {
  const url = URL.parse(endpoint)
  if (url === null) return undefined
  const { protocol, host, username, password, href } = url
  const isKnown = [...knownHosts, ...moreHosts].includes(host) || knownDomains.test(host)
  const isPlain = href === endpoint && username === '' && password === '' && !endpoint.includes('#')
  return protocol === 'https:' && isKnown && isPlain ? url : undefined
}

/** The first byte of an uncompressed point. */
const uncompressed = 4

/** Whether messages can be encrypted for this key: an uncompressed point on the curve, as browsers send it. */
export function isPoint({ keys }: Pick<PushTarget, 'keys'>): boolean {
  try {
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url')
    return Buffer.from(keys.p256dh, 'base64url')[0] === uncompressed
  } catch {
    return false
  }
}
