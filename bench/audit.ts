import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditKeysOf } from '../lib/platform/server/audit/audit-macs.ts'
import { type AuditTrail, createAppendAudit } from '../lib/platform/server/audit/audit-trail.ts'
import { openAuditTrail } from '../lib/platform/server/audit/open-audit-trail.ts'
import { verifyAuditTrail } from '../lib/platform/server/audit/verify-audit-trail.ts'
import { contextOf } from '../lib/platform/server/auth/context.ts'
import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { agent, openDurableRunner } from '../lib/skills/server/executions/testing/durable-runner.ts'
import { createAnswerCache } from '../lib/skills/server/invoking/answer-cache.ts'
import { createAnsweredLog } from '../lib/skills/server/invoking/answered-log.ts'
import { createInvokeSkill, type InvokeSkill } from '../lib/skills/server/invoking/invoke-skill.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import { loadedSkill } from '../runner/testing/runner-fixture.ts'
import { absentLine, linesOf, type Measurement, pipelined, timesOf, valuesOf } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { ascending, percentile } from './statistics.ts'

const rounds = 7
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const log = { warn: () => {}, error: (message: string) => process.stderr.write(`${message}\n`) }

const skillOf = (name: string, ttl: number) =>
  loadedSkill(
    SkillManifest.parse({
      name,
      version: '0.1.0',
      description: 'Returns its number.',
      risk_level: 'low',
      permissions: {},
      input_schema: { ask: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
      ...(ttl > 0 ? { cache: { ttl_s: ttl } } : {}),
    }),
    'globalThis.__skill = ({ params }) => ({ results: [{ n: params.n }] })',
    name,
  )
const jobs = [
  { of: 'executions', skill: skillOf('runs', 0), each: 1000, answers: Number.POSITIVE_INFINITY },
  { of: 'cached answers', skill: skillOf('remembers', 3600), each: 3000, answers: 100 },
] as const

/**
 * Measures invocations with all their records on a database that syncs to disk, with and without the audit trail. Both
 * variants take turns, and the median round is the result.
 */
export async function audit(): Promise<Measurement[]> {
  await using database = await openDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-bench-audit-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const db = createDatabaseClient(database.url)
  stack.defer(() => db.$disconnect())
  const keys = auditKeysOf({ encryptionKey: new Uint8Array(32).fill(1) })
  const trail = stack.use(await openAuditTrail({ db, keys, dataDir, clock, log }))
  const none: AuditTrail = { record: async () => {} }
  const subjects = await Promise.all(
    [
      {
        subject: 'quickjs, audited',
        audit: trail,
        answered: createAnsweredLog({ append: createAppendAudit(db, trail), clock }),
      },
      { subject: 'quickjs, no audit', audit: none, answered: async () => {} },
    ].map(async ({ subject, audit: written, answered }) => {
      const skills = jobs.map(({ skill }) => skill)
      const { runner } = stack.use(await openDurableRunner({ databaseUrl: database.url, skills, audit: written }))
      const cache = createAnswerCache(clock.now)
      const invoke = createInvokeSkill({ runner, cache, upstreams: { of: () => undefined }, answered, clock })
      return { subject, invoke }
    }),
  )
  const lines: Measurement[] = []
  for (const { of, skill, each, answers } of jobs) {
    const measured = new Map(subjects.map(({ subject }) => [subject, { rates: [] as number[], p50s: [] as number[] }]))
    let n = 0
    const run = (invoke: InvokeSkill, count: number) =>
      timesOf(count, pipelined, async () => {
        n += 1
        await invoked(invoke, skill.manifest.name, n % answers)
      })
    for (const { invoke } of subjects) await run(invoke, each / 2)
    for (let round = 0; round < rounds; round += 1) {
      for (const { subject, invoke } of subjects) {
        const { rate, p50 } = valuesOf(await run(invoke, each))
        measured.get(subject)?.rates.push(rate)
        measured.get(subject)?.p50s.push(p50)
      }
    }
    for (const [subject, { rates, p50s }] of measured) {
      const middle = (values: number[]) => percentile(values.sort(ascending), 0.5)
      lines.push(...linesOf({ bench: 'audit', subject, of }, rounds * each, { p50: middle(p50s), rate: middle(rates) }))
    }
  }
  await trail.follow()
  const started = performance.now()
  const { findings, rows } = await verifyAuditTrail(db, keys, { name: 'none', known: [] })
  const rate = (rows / (performance.now() - started)) * 1000
  const verifying = { bench: 'audit', subject: 'quickjs, audited', of: 'rows verified' }
  const [finding] = findings
  if (finding) return [...lines, absentLine(verifying, 'rate', finding.sentence)]
  return [...lines, ...linesOf(verifying, rows, { rate })]
}

async function invoked(invoke: InvokeSkill, skill: string, n: number): Promise<void> {
  const { signal } = new AbortController()
  const input = { action: 'ask', params: { n }, config: {} }
  const answer = await invoke({ skill, input, ...contextOf(agent), signal })
  if (answer.kind !== 'answered' || answer.output.status !== 'success') throw new Error(JSON.stringify(answer))
}
