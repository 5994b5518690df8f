import * as z from 'zod'

/** The most browsers in which a person gets alerts. A further one replaces the oldest. */
export const maxBrowsers = 10

const Endpoint = z.string().min(1).max(1000)

/** The endpoint and keys of a browser, from its `PushSubscription`. */
export const PushTarget = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({
    /** An uncompressed point of P-256. */
    p256dh: z.string().regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url'),
    auth: z.string().regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url'),
  }),
})
export type PushTarget = z.infer<typeof PushTarget>

/** `replaces`: the browser's former endpoint, which must belong to the same person. */
export const SubscribePush = PushTarget.extend({ replaces: Endpoint.exactOptional() })
export type SubscribePush = z.infer<typeof SubscribePush>

/** The id of a browser in a path: SHA-256 of its endpoint, in hex. */
export const pushSubscriptionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })

/** `browsers`: the number of browsers in which the person now gets alerts. */
export const PushAnswer = z.strictObject({ browsers: z.int() })

/** `browsers`: the ids of the browsers with alerts. `failing`: those that may have missed the latest alert. */
export type AlertPushView = { publicKey: string; browsers: readonly string[]; failing: readonly string[] }

/** The content of a push message. The service worker treats it as untrusted. */
export type AlertNotice = {
  title: string
  body: string
  /** The id of the saved search, so that a newer alert replaces an older one. */
  tag: string
  /** The path in the app that a click opens. */
  path: string
  language: string
}
