import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { SkillHost } from '#runner/sdk/index.ts'
import { asCount, asNumber, asRecord } from '#runner/sdk/read-json.ts'
import { ask } from './ask.ts'
import { lastStartMs } from './ask-offers.ts'
import { scoresUrl } from './request.ts'

export type Scores = ReadonlyMap<unknown, NonNullable<HotelResult['score']>>

const batchSize = 20
/** The nearest hotels, of which rows show first. The quota of a key allows few requests beside those for offers. */
const maxScored = 100
const best = 100

/** What guests say of the first hotels. The offers are complete without it, so a failure leaves scores out. */
export async function askScores(hotelIds: readonly string[], host: Pick<SkillHost, 'fetch'>): Promise<Scores> {
  const scores = new Map<unknown, NonNullable<HotelResult['score']>>()
  for (let at = 0; at < Math.min(maxScored, hotelIds.length); at += batchSize) {
    const answer = await ask(host, scoresUrl(hotelIds.slice(at, at + batchSize)), lastStartMs)
    if (answer.kind !== 'data') break
    for (const entry of answer.data.map(asRecord)) {
      const value = asNumber(entry?.overallRating)
      if (value === undefined || value <= 0 || value > best) continue
      const count = asCount(entry?.numberOfReviews)
      scores.set(entry?.hotelId, { value, best, ...(count ? { count } : {}) })
    }
  }
  return scores
}
