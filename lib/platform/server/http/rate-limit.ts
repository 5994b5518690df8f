import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { sha256 } from '#runner/core/hash.ts'
import { createTurnsByKey } from '#runner/queue/turns-by-key.ts'

/** At most `points` uses per window of `durationS`, which starts with its first use. */
type RatePolicy = {
  readonly points: number
  readonly durationS: number
  /** Maximum number of uses at once: further ones of the same key wait, at most `points` of them. Absent: no maximum. */
  readonly atOnce?: number
  /** Whether the limit holds exactly for all processes on a database, with a statement for each use. Absent: nearly. */
  readonly isExact?: true
}

/**
 * Far more than the pages of one person need. It bounds what one person's flood puts into the queues that all people
 * share, such as that of the database: another person waits there behind few requests, not behind hundreds.
 */
const searchesAtOnce = 8

export const defaultRatePolicies = {
  /** Sign-in attempts from one address, for all accounts. */
  signIn: { points: 100, durationS: 900, isExact: true },
  /** Sign-in attempts from one address on one account; a success resets the count. */
  signInAccount: { points: 10, durationS: 900, isExact: true },
  signUp: { points: 60, durationS: 3600, isExact: true },
  /** Mails with a confirmation link, counted for each mail address and for each client. */
  confirmEmail: { points: 5, durationS: 3600, isExact: true },
  /** Confirmation mails to one mailbox in a day, because anyone can sign up with another person's address. */
  confirmEmailDay: { points: 10, durationS: 24 * 3600, isExact: true },
  /** Requests to start or end alerts in a browser. A browser sends one. */
  pushSubscriptions: { points: 30, durationS: 600 },
  guest: { points: 30, durationS: 60 },
  /** Refusals of one known token of the console; each is a row of the audit trail. */
  refusedToken: { points: 30, durationS: 3600, isExact: true },
  operatorToken: { points: 10, durationS: 300, isExact: true },
  search: { points: 300, durationS: 60, atOnce: searchesAtOnce },
  /** Requests for the prices of other travel dates. Most only read the cache; some start a few background searches. */
  datePrices: { points: 80, durationS: 60 },
  /** Searches for other travel dates that a person starts: four presses for a grid, or 96 for a day, in an hour. */
  dateSearches: { points: 96, durationS: 3600 },
  /** Searches that a person saves or runs now: each of an account's 20 twice in an hour. All people share the runs. */
  searchRuns: { points: 40, durationS: 3600 },
  /** Copies of an account's data, each of up to several MB. */
  accountExport: { points: 10, durationS: 600 },
  /** Images for link previews. Each request may have to draw one. */
  shareCard: { points: 60, durationS: 60 },
  invoke: { points: 300, durationS: 60, atOnce: searchesAtOnce },
  /** Calls of agents. Polling is the most frequent one. */
  agent: { points: 1200, durationS: 60 },
  /** Calls about executions. The queue limits how many executions run, so this only stops a flood of calls. */
  executions: { points: 60_000, durationS: 60 },
  /** Calls with one agent key, through all entry points together. */
  agentKey: { points: 1200, durationS: 60 },
  /** New profiles of agents. */
  profiles: { points: 30, durationS: 60 },
  /** Requests of the operators' console, which polls while something runs. */
  console: { points: 1200, durationS: 60 },
  /** Photos of hotels: those of a few long lists, of which a browser asks for the visible rows. */
  photos: { points: 600, durationS: 60, atOnce: 12 },
  /** A map shows about twenty tiles, and asks for more with each move. */
  mapTiles: { points: 3000, durationS: 60 },
  places: { points: 600, durationS: 60 },
  health: { points: 600, durationS: 60 },
  /** Pages and everything else that is not a route. A browser makes several requests per page, prefetches included. */
  page: { points: 1200, durationS: 60 },
  /** Forms that pages send, whatever their content. */
  action: { points: 120, durationS: 60 },
  default: { points: 300, durationS: 60 },
} as const satisfies Record<string, RatePolicy>

export type RatePolicyName = keyof typeof defaultRatePolicies
export type RatePolicies = Readonly<Record<RatePolicyName, RatePolicy>>

type TooMany = { readonly ok: false; readonly retryAfterMs: number }

export type RateLimits = ReturnType<typeof createRateLimits>

const maxKeysPerPolicy = 20_000

type RateLimitOptions = {
  readonly policies?: Partial<RatePolicies>
  readonly maxKeys?: number
  /** The database of all processes. Absent: this process is alone. */
  readonly pool?: Pool
}

/** The share of its points that each process lets a key have before it asks the database, and then takes at once. */
const shareAtOnce = 1 / 10

/**
 * Counts in this process's memory, where each policy keeps a bounded number of keys and forgets the least recently used.
 * Most uses cost no statement: a process takes tenths of the points from those that all share, so that together they may
 * exceed a limit by a tenth for each process.
 */
export function createRateLimits(options: RateLimitOptions = {}) {
  const policies: RatePolicies = { ...defaultRatePolicies, ...options.policies }
  const build = (name: RatePolicyName) => {
    const { points, durationS, isExact }: RatePolicy = policies[name]
    const limit = { keyPrefix: name, points, duration: durationS }
    const table = {
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      inMemoryBlockOnConsumed: points + 1,
    }
    const shared = options.pool && new RateLimiterPostgres({ ...limit, ...table, storeClient: options.pool })
    if (isExact && shared) {
      return { consume: (key: string) => shared.consume(key), delete: (key: string) => shared.delete(key) }
    }
    const own = new RateLimiterMemory(limit)
    const seen = new LRUCache<string, true>({
      max: options.maxKeys ?? maxKeysPerPolicy,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void own.delete(key)
      },
    })
    const block = Math.max(1, Math.floor(points * shareAtOnce))
    return {
      async consume(key: string) {
        seen.set(key, true)
        const { consumedPoints } = await own.consume(key)
        const needsMore = consumedPoints > block && (consumedPoints - 1) % block === 0
        if (shared === undefined || !needsMore) return
        try {
          await shared.consume(key, block)
        } catch (refusal) {
          const waitMs = msBeforeNext(refusal)
          // Without the database, each process counts for itself.
          if (waitMs === undefined) return
          await own.block(key, waitMs / 1000)
          throw refusal
        }
      },
      async delete(key: string) {
        await own.delete(key)
        await shared?.delete(key)
      },
    }
  }
  const buckets = new Map<RatePolicyName, ReturnType<typeof build>>()
  /** Built at the first use, because each one reserves the memory of all its keys. */
  const bucketOf = (name: RatePolicyName) => {
    const bucket = buckets.get(name) ?? build(name)
    buckets.set(name, bucket)
    return bucket
  }

  const turns = createTurnsByKey()

  return {
    /**
     * Waits until `key` may have another use at once. Dispose the turn when the use has ended. If `signal` aborts, waits
     * no longer.
     */
    async enter(
      policy: RatePolicyName,
      key: string,
      signal: AbortSignal,
    ): Promise<{ readonly ok: true; readonly turn: Disposable } | TooMany> {
      const { points, durationS, atOnce = Number.POSITIVE_INFINITY } = policies[policy]
      const line = `${policy} ${key}`
      if (turns.waiting(line) >= points) return { ok: false, retryAfterMs: durationS * 1000 }
      return { ok: true, turn: await turns.take(line, atOnce, signal) }
    },
    /** Counts one use of a key under a policy. */
    async take(policy: RatePolicyName, used: string): Promise<{ readonly ok: true } | TooMany> {
      try {
        await bucketOf(policy).consume(keyOf(used))
        return { ok: true }
      } catch (refusal) {
        const retryAfterMs = msBeforeNext(refusal)
        if (retryAfterMs === undefined) throw refusal
        return { ok: false, retryAfterMs }
      }
    },
    /** Resets the count of a key. */
    async forget(policy: RatePolicyName, used: string): Promise<void> {
      await bucketOf(policy).delete(keyOf(used))
    },
  }
}

/** Short, whatever the key, and without addresses of people. */
const keyOf = (used: string): string => sha256(used).slice(0, 32)

/** The limiter rejects with a plain result object; any other rejection is a bug. */
function msBeforeNext(refusal: unknown): number | undefined {
  if (typeof refusal !== 'object' || refusal === null || !('msBeforeNext' in refusal)) return undefined
  return typeof refusal.msBeforeNext === 'number' ? refusal.msBeforeNext : undefined
}
