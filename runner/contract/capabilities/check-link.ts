import type { Problem } from './action-contract.ts'

export const isNoLink = 'must be an address like https://example.com/path'

/** The part of the link check that a pattern cannot express. */
export function checkLink(link: string | undefined): Problem[] {
  if (link === undefined) return []
  const url = URL.canParse(link) ? new URL(link) : undefined
  // User info before an @ can be mistaken for the host.
  const isRight = url !== undefined && url.username === '' && url.password === ''
  return isRight ? [] : [{ path: ['booking_url'], message: isNoLink }]
}
