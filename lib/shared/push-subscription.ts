import * as z from 'zod'

/** The number of browsers in which a person gets alerts. The oldest goes. */
export const mostBrowsers = 10

const Endpoint = z.string().min(1).max(1000)

/** Where a browser gets messages, as its `PushSubscription` has it. */
export const PushTarget = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({
    /** An uncompressed point of P-256. */
    p256dh: z.string().regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url'),
    auth: z.string().regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url'),
  }),
})
export type PushTarget = z.infer<typeof PushTarget>

/** `replaces`: the endpoint that the browser has exchanged for this one. Only the person's own is replaced. */
export const SubscribePush = PushTarget.extend({ replaces: Endpoint.exactOptional() })
export type SubscribePush = z.infer<typeof SubscribePush>

/** The id of a browser in a path: SHA-256 of its endpoint, in hex. */
export const pushSubscriptionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })

/** `browsers`: in how many browsers the person gets alerts now. */
export const PushAnswer = z.strictObject({ browsers: z.int() })

/** `browsers`: the id of each browser in which the person gets alerts. `failing`: those that may have missed the last. */
export type AlertPushView = { publicKey: string; browsers: readonly string[]; failing: readonly string[] }

/** What a message to a browser says. The service worker reads it as untrusted. */
export type AlertNotice = {
  title: string
  body: string
  /** The saved search: a newer alert replaces an older one. */
  tag: string
  /** Where a click leads, inside the app. */
  path: string
  language: string
}
