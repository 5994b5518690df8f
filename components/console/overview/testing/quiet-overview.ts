import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'

/** An overview of 14 days in which nothing ran and nothing waits. Tests replace the parts that they are about. */
export const quietOverview: ConsoleOverview = {
  range: '14d',
  from: '2026-11-07T00:00:00.000Z',
  until: '2026-11-20T14:32:00.000Z',
  time_zone: 'UTC',
  buckets: [],
  series: [],
  total: { executions: 0, failed: 0, p50_ms: null, p95_ms: null },
  profiles: { locked: 0, unlocked: 0, expired: 0 },
  queue: { pending: 0, running: 0 },
  llm: { waiting: 0, counted: 'all', oldest_since: null, by_profile: [] },
  tasks: [],
  tasks_total: { trouble: 0, message: 0, delivery: 0, skills: 0, review: 0, profile: 0, proposal: 0, credential: 0 },
  failures: [],
  setup: { has_credential: true, has_profile: true, has_script: true },
}
