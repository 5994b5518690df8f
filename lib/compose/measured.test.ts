import { expect, test } from 'vitest'
import { createMetrics } from '#lib/platform/server/metrics/create-metrics.ts'
import { createAnswerCache } from '#lib/skills/server/invoking/answer-cache.ts'
import { engineOf, grantOf, requestOf, sessionOf } from '#runner/egress/testing/engine-fixture.ts'
import { measuredCache, measuredEgress } from './measured.ts'

const idle = {
  queues: { executions: { waiting: 0, oldestMs: 0 }, jobs: { waiting: 0, oldestMs: 0 } },
  ...{ running: 0, workers: 1, processes: 1, freeDiskMb: 1, tables: [], pool: { total: 0, idle: 0, waiting: 0 } },
}

test('only hosts of the grant are named: a guest that invents hosts makes no new series', async () => {
  const metrics = createMetrics()
  const engine = measuredEgress(engineOf({ resolve: async () => [] }), metrics)
  await using session = sessionOf(engine, grantOf(['api.example.com']))
  for (const host of ['api.example.com', 'a1.example.org', 'a2.example.org']) {
    await session.fetch(requestOf(`https://${host}/secret-path`))
  }
  const series = (await metrics.write(idle)).match(/^travel_egress_requests_total.*$/gm)
  expect(series).toEqual([
    'travel_egress_requests_total{host="api.example.com",outcome="network"} 1',
    'travel_egress_requests_total{host="other",outcome="blocked"} 2',
  ])
})

test('what the cache had and had not is counted, and the answers stay the same', async () => {
  const metrics = createMetrics()
  const cache = measuredCache(createAnswerCache(Date.now), metrics)
  expect(cache.get('absent')).toBeUndefined()
  expect(await metrics.write(idle)).toContain('travel_answer_cache_total{outcome="miss"} 1\n')
})
