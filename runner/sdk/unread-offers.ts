import { BrokenOffer } from './broken-offer.ts'

/** The offers of an answer that cannot be read. */
export type UnreadOffers = {
  /** What `read` returns. `undefined` if it throws a BrokenOffer, which then counts. */
  tryTo<Result>(read: () => Result): Result | undefined
  note(cause: BrokenOffer): void
  readonly count: number
  /** For the log: `no currency: 2, no carrier: 1`. */
  reasons(): string
  /** For the answer. Without unread offers, it is empty. */
  metadata(): { readonly unreadable?: number }
}

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
    metadata: () => (causes.length === 0 ? {} : { unreadable: causes.length }),
  }
}
