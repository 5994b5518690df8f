import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import { createDeadlines } from '#runner/sdk/deadlines.ts'
import type { SkillHost } from '#runner/sdk/index.ts'
import { succeeds } from '#runner/sdk/outcome.ts'
import { asArray, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import type { UnreadOffers } from '#runner/sdk/unread-offers.ts'
import type { ListedHotel } from './list-hotels.ts'
import { type AnswerContext, mapOffer, readHotel, termsOf } from './map-offer.ts'
import { noteDeadlines } from './policies.ts'
import { createReaders } from './read.ts'
import type { Search } from './request.ts'

/** After this many results, each further hotel has few: an answer may have 200,000 values, and a result has up to 100. */
const maxWithAllTerms = 1_200

/** The results of a search, built as answers arrive, so that little work is left at the deadline. */
export type Collector = {
  /** Adds the hotels of one answer. `false`: the host does not know the time zone, so no deadline can be read. */
  take(data: readonly unknown[]): Promise<boolean>
  /** In the order of the list, not of arrival: the same answers give the same results. */
  results(): HotelResult[]
  /** The number of hotels of which only the cheapest offers were taken. */
  readonly fewer: number
}

export function createCollector(
  hotels: readonly ListedHotel[],
  { search, time, nowMs, unread }: { search: Search; time: SkillHost['time']; nowMs: number; unread: UnreadOffers },
): Collector {
  const deadlines = createDeadlines(search.zone)
  const context: AnswerContext = { search, deadlines, readers: createReaders(), nowMs }
  const listed = new Map(hotels.map((hotel) => [hotel.id, hotel]))
  const found = new Map<string, HotelResult[]>()
  let taken = 0
  let fewer = 0

  function readOffers(hotel: ListedHotel, offered: JsonRecord, offers: readonly unknown[]): HotelResult[] {
    const facts = readHotel(hotel, offered, context)
    const results: HotelResult[] = []
    const known = new Set<string>()
    const ordered = inOrder(offers, search)
    for (const [at, offer] of ordered.entries()) {
      // The first offer with its terms is the cheapest. A dearer one with the same terms only repeats it.
      const terms = search.where.kind === 'hotel' ? undefined : termsOf(offer, context.readers)
      if (terms !== undefined && known.has(terms)) continue
      const result = unread.tryTo(() => mapOffer(offer, facts ?? broken('no name'), context))
      if (result === undefined) continue
      if (terms !== undefined) known.add(terms)
      if (!fits(result, search)) continue
      results.push(result)
      if (terms !== undefined && taken >= maxWithAllTerms && isForAnyone(result)) {
        if (at + 1 < ordered.length) fewer += 1
        break
      }
    }
    return results
  }

  return {
    async take(data) {
      const entries = data.map(asRecord).filter((entry) => entry !== undefined && entry.available !== false)
      for (const entry of entries) {
        for (const offer of asArray(entry?.offers)) noteDeadlines(asRecord(asRecord(offer)?.policies), deadlines)
      }
      const isKnownZone = await succeeds(deadlines.resolve((pairs) => time.offset(pairs)))
      if (!isKnownZone) return false
      for (const entry of entries) {
        const offered = asRecord(entry?.hotel)
        const hotel = typeof offered?.hotelId === 'string' ? listed.get(offered.hotelId) : undefined
        if (offered === undefined || hotel === undefined || found.has(hotel.id)) continue
        const results = readOffers(hotel, offered, asArray(entry?.offers))
        taken += results.length
        found.set(hotel.id, results)
      }
      return true
    },
    get fewer() {
      return fewer
    },
    results: () => hotels.flatMap(({ id }) => found.get(id) ?? []),
  }
}

/**
 * The offers of one hotel, the cheapest first. Amounts compare within one currency: offers in the requested currency
 * come first, or else those in the currency of the first offer. A search for one hotel keeps the provider's order.
 */
function inOrder(offers: readonly unknown[], { where, currency }: Search): readonly unknown[] {
  if (where.kind === 'hotel' || offers.length < 2) return offers
  const priced = offers.map((offer) => {
    const price = asRecord(asRecord(offer)?.price)
    return { offer, currency: price?.currency, total: asNumber(price?.sellingTotal ?? price?.total) ?? 0 }
  })
  const preferred = priced.some((each) => each.currency === currency) ? currency : priced[0]?.currency
  const rank = (each: { readonly currency: unknown }) => (each.currency === preferred ? 0 : 1)
  return priced.sort((a, b) => rank(a) - rank(b) || a.total - b.total).map(({ offer }) => offer)
}

const isForAnyone = ({ rate }: HotelResult): boolean => (rate?.audience ?? 'public') === 'public'

function fits(offer: HotelResult, { board, freeCancellation }: Search): boolean {
  if (board !== undefined && (offer.board ?? board) !== board) return false
  return !freeCancellation || offer.cancellation?.kind === 'free'
}
