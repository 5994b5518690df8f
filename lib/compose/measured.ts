import type { Metrics } from '#lib/platform/server/metrics/create-metrics.ts'
import type { AnswerCache } from '#lib/skills/server/invoking/answer-cache.ts'
import type { ExecutionStore } from '#runner/core/ports.ts'
import type { EgressEngine, EgressResult } from '#runner/egress/session.ts'

/** The store, and a count of the executions that end in this process. */
export const measuredStore = <Store extends ExecutionStore>(
  store: Store,
  metrics: Pick<Metrics, 'executionEnded'>,
): Store => ({
  ...store,
  async finished(end) {
    await store.finished(end)
    metrics.executionEnded({ status: end.output.status, code: end.errorCode ?? '' }, end.fuelUsed)
  },
})

/** The network, and a count of its requests. Only hosts that a grant names become labels. */
export const measuredEgress = (engine: EgressEngine, metrics: Pick<Metrics, 'egressEnded'>): EgressEngine => ({
  ...engine,
  open(options) {
    const session = engine.open(options)
    const granted = options.grant.permissions.network?.egress ?? []
    return {
      ...session,
      async fetch(request) {
        const result = await session.fetch(request)
        const host = URL.parse(request.url)?.hostname ?? ''
        metrics.egressEnded({ host: granted.includes(host) ? host : 'other', outcome: outcomeOf(result) })
        return result
      },
    }
  },
})

function outcomeOf(result: EgressResult): string {
  if (result.kind === 'response') return `${Math.floor(result.status / 100)}xx`
  return result.kind === 'failed' ? result.reason : result.kind
}

/** The cache, and a count of what it had and had not. */
export const measuredCache = (cache: AnswerCache, metrics: Pick<Metrics, 'answerLookedUp'>): AnswerCache => ({
  ...cache,
  get(key) {
    const answer = cache.get(key)
    metrics.answerLookedUp(answer !== undefined)
    return answer
  },
})
