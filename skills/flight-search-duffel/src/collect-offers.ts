import type { Ask } from '#runner/sdk/ask.ts'
import { done, type Outcome } from '#runner/sdk/outcome.ts'
import { type Page, readPage } from './answer.ts'
import type { GivenOffer } from './given.ts'
import { offersPage } from './request.ts'

export type Collected = {
  readonly offers: readonly GivenOffer[]
  /** The list ended early: a later page failed, a cursor led nowhere, or there were too many pages. */
  readonly isCut: boolean
  /** The provider has more offers, or may have more because the list ended early. */
  readonly hasMore: boolean
}

type Get = (page: Ask, read: typeof readPage) => Promise<Outcome<Page>>

const largestPage = 200
const maxPages = 4

/** Reads pages until there are `most` offers. A failed first page fails the search; a later one ends the list. */
export async function collectOffers(offerRequestId: string, most: number, get: Get): Promise<Outcome<Collected>> {
  const offers: GivenOffer[] = []
  const seen = new Set<string>()
  let after: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await get(offersPage(offerRequestId, Math.min(largestPage, most - offers.length), after), readPage)
    if (!page.ok) return pages === 0 ? page : done({ offers, isCut: true, hasMore: true })
    // The provider may send more than the limit.
    const left = most - offers.length
    offers.push(...page.value.offers.slice(0, left))
    after = page.value.after
    const isLast = after === undefined
    if (isLast || offers.length >= most) {
      return done({ offers, isCut: false, hasMore: !isLast || page.value.offers.length > left })
    }
    // With a cursor that repeats, or with empty pages, the list would never end.
    if (after === undefined || seen.has(after) || page.value.offers.length === 0) break
    seen.add(after)
  }
  return done({ offers, isCut: true, hasMore: true })
}
