import { createECDH, hkdfSync } from 'node:crypto'
import webPush from 'web-push'
import type { Upstreams } from '#runner/core/ports.ts'
import type { Connections } from '#runner/egress/connections.ts'
import { isRefused } from '#runner/egress/resolve.ts'
import { readCapped } from '#runner/egress/response-body.ts'
import { targetOf } from '#runner/egress/target.ts'
import type { PushTarget } from '../../../model/push-subscription.ts'
import { pushUrl } from './push-endpoint.ts'

export type PushMessage = {
  readonly to: PushTarget
  readonly text: string
  /** At most 32 characters of base64url. A newer message replaces one that was not delivered yet. */
  readonly topic: string
  /** How long the push service keeps the message for a browser that is not connected. */
  readonly lifetimeS: number
}

/**
 * The result of an attempt. `gone`: the subscription has ended. `later`: the push service did not accept the message,
 * but may accept it after `waitMs` (absent: it named no time). `unknown`: it may have accepted the message.
 */
export type PushResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string; readonly waitMs: number | undefined }

/** Sends a message once. Never throws. */
export type SendPush = (message: PushMessage, signal: AbortSignal) => Promise<PushResult>

type Ports = {
  readonly keys: VapidKeys
  /** A contact of the operator for push services: `https:` or `mailto:`. */
  readonly subject: string
  readonly moreHosts: readonly string[]
  /** Checks every address and follows no redirect. */
  readonly connections: Connections
  readonly upstreams: Upstreams
  readonly nowMs: () => number
}

const maxAnswerBytes = 16 * 1024
/** Error codes of attempts that failed before there was a connection, so that nothing was sent. */
const unreached =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|.*CERT.*|.*_ISSUER_.*)$/

/** Encrypts messages (RFC 8291), signs their requests (RFC 8292) and posts them to push services (RFC 8030). */
export function createSendPush({ keys, subject, moreHosts, connections, upstreams, nowMs }: Ports): SendPush {
  return async ({ to, text, topic, lifetimeS }, signal) => {
    const url = pushUrl(to.endpoint, moreHosts)
    if (url === undefined) return { kind: 'refused', reason: 'The address is not of a known push service' }
    try {
      const { headers, body } = webPush.generateRequestDetails(to, text, {
        vapidDetails: { subject, ...keys },
        TTL: lifetimeS,
        urgency: 'normal',
        topic,
        contentEncoding: 'aes128gcm',
      })
      const target = targetOf(url.host, upstreams)
      const { pathname, search } = target.actual(url)
      const pool = connections.to(target.origin, 'push', target.exempt)
      const answer = await pool.request({
        method: 'POST',
        path: pathname + search,
        headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
        body,
        signal,
      })
      const { statusCode } = answer
      // Only the status matters. Reading the body frees the connection; a body that is too long closes it.
      await readCapped(answer.body, maxAnswerBytes).catch(() => answer.body.destroy())
      return resultOf(statusCode, waitOf(answer.headers['retry-after'], nowMs()))
    } catch (cause) {
      return failureOf(cause)
    }
  }
}

function resultOf(status: number, waitMs: number | undefined): PushResult {
  const reason = `The push service answered with status ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'later', reason, waitMs }
  return { kind: 'refused', reason }
}

/** The wait of a Retry-After header: seconds, or a date. */
function waitOf(header: string | string[] | undefined, nowMs: number): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A message of our own, because messages of libraries may contain the endpoint. */
function failureOf(cause: unknown): PushResult {
  if (isRefused(cause)) return { kind: 'refused', reason: 'The address of the push service is not public' }
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return unreached.test(code)
    ? { kind: 'later', reason: `The push service could not be reached (${code})`, waitMs: undefined }
    : { kind: 'unknown', reason: 'The connection to the push service was lost' }
}

/** The app's key pair for push services (RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Derives the key pair from a secret of the instance, so that the pair needs no separate storage or backup. Uses 64
 * bits more than the curve order has, so that every key is equally likely (FIPS 186-5, A.2.1).
 */
export function vapidKeysOf(secret: Uint8Array): VapidKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'travel.aw P-256 key v1', 40))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (curveOrder - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
