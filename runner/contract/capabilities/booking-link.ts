import * as z from 'zod'
import type { Problem } from './action-contract.ts'

const isWrong = 'must be an address like https://example.com/path'

/** What a pattern can say of an address; the rest is a rule. */
export const bookingLink = z.string().regex(/^https:\/\//, isWrong)

export function checkLink(link: string | undefined): Problem[] {
  return link === undefined || URL.canParse(link) ? [] : [{ path: ['booking_url'], message: isWrong }]
}
