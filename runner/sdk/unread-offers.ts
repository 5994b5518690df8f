import { BrokenOffer } from './broken-offer.ts'
import type { SkillAnswer } from './index.ts'

/** The offers of an answer that cannot be read. */
export type UnreadOffers = {
  /** What `read` returns. `undefined` if it throws a BrokenOffer, which then counts. */
  tryTo<Result>(read: () => Result): Result | undefined
  note(cause: BrokenOffer): void
  readonly count: number
  /** For the log: `no currency: 2, no carrier: 1`. */
  reasons(): string
  /** For the answer. Without unread offers, it is empty. */
  metadata(): Pick<NonNullable<SkillAnswer['metadata']>, 'unreadable' | 'unknown_airports'>
}

/** The most airports that an answer names. */
const mostAirports = 20

export function createUnreadOffers(): UnreadOffers {
  const causes: BrokenOffer[] = []
  const note = (cause: BrokenOffer) => void causes.push(cause)
  return {
    note,
    tryTo(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof BrokenOffer)) throw error
        return void note(error)
      }
    },
    get count() {
      return causes.length
    },
    reasons() {
      const times = new Map<string, number>()
      for (const { message } of causes) times.set(message, (times.get(message) ?? 0) + 1)
      return [...times].map(([reason, count]) => `${reason}: ${count}`).join(', ')
    },
    metadata() {
      if (causes.length === 0) return {}
      const airports = [...new Set(causes.flatMap(({ lacks }) => lacks))].slice(0, mostAirports)
      return { unreadable: causes.length, ...(airports.length > 0 && { unknown_airports: airports }) }
    },
  }
}
