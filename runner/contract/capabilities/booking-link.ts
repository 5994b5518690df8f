import * as z from 'zod'
import type { Problem } from './action-contract.ts'

const isWrong = 'must be an address like https://example.com/path'

/** What a pattern can say of an address; the rest is a rule. */
export const bookingLink = z.string().regex(/^https:\/\//, isWrong)

export function checkLink(link: string | undefined): Problem[] {
  if (link === undefined) return []
  const url = URL.canParse(link) ? new URL(link) : undefined
  // What stands before an @ reads like a host and is none.
  const isRight = url !== undefined && url.username === '' && url.password === ''
  return isRight ? [] : [{ path: ['booking_url'], message: isWrong }]
}
