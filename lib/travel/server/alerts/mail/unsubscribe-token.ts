import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^(user_[0-9A-Za-z]{22})\.([A-Za-z0-9_-]{43})$/

const markOf = (key: Uint8Array, userId: string): Buffer => createHmac('sha256', key).update(userId).digest()

/** The token of a link that turns off a person's alert mails. The token can do nothing else, so it never expires. */
export const unsubscribeToken = (key: Uint8Array, userId: string): string =>
  `${userId}.${markOf(key, userId).toString('base64url')}`

/** The person whose mails the token turns off; undefined for a token that the app did not create. */
export function unsubscribedBy(key: Uint8Array, token: string): string | undefined {
  const [, userId, mark] = form.exec(token) ?? []
  if (userId === undefined || mark === undefined) return undefined
  return timingSafeEqual(markOf(key, userId), Buffer.from(mark, 'base64url')) ? userId : undefined
}
