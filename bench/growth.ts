import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { forgetUnusedScripts } from '../lib/agents/server/scripts/forget-scripts.ts'
import { compose, type Services } from '../lib/compose/compose.ts'
import { listExecutions } from '../lib/console/server/executions/list-executions.ts'
import { readTables } from '../lib/console/server/system/read-tables.ts'
import { createDatabaseClient, type DatabaseClient } from '../lib/platform/server/db/client.ts'
import { readEnv } from '../lib/platform/server/env/env.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import { forgetUnnamedAnswers } from '../lib/skills/server/executions/forget-answers.ts'
import { pruneExecutions } from '../lib/skills/server/executions/prune-executions.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import type { Principal } from '../runner/contract/principal.ts'
import type { SkillInput } from '../runner/contract/skill-io.ts'
import { fixedSkills } from '../runner/core/fixed-skills.ts'
import { loadedSkill } from '../runner/testing/runner-fixture.ts'
import { fillDatabase } from './console/fill-database.ts'
import { type Case, linesOf, type Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { openAgents } from './script-agents.ts'
import { ascending, percentile } from './statistics.ts'

const yearDays = 400
const ages = { journalDays: 30, executionDays: 365 }
const caller: Principal = { id: 'main', role: 'operator', source: 'main', trust: 'full' }
const hello = loadedSkill(
  SkillManifest.parse({
    name: 'hello',
    version: '0.1.0',
    description: 'Says hello.',
    risk_level: 'low',
    permissions: {},
    input_schema: { ask: { type: 'object', properties: {} } },
  }),
  "globalThis.__skill = () => ({ results: [{ text: 'hello' }] })",
  'hello',
)
const caseOf = (of: string): Case => ({ bench: 'growth', subject: 'quickjs', of })

/**
 * Measures the bytes that searches leave, then how long requests take while a database of a year is pruned, beside the
 * same requests before.
 */
export async function growth(): Promise<Measurement[]> {
  // Scripts need a process that starts them; the executions of the year are no work for one.
  const sizes = await withApp(true, searchSizes)
  const requests = await withApp(false, async (services, databaseUrl) => {
    // The app's own client gives up after two minutes.
    const patient = createDatabaseClient(databaseUrl, { pool: new Pool({ connectionString: databaseUrl, max: 1 }) })
    await fillDatabase(patient, yearDays)
    await patient.$disconnect()
    const before = await requestsDuring(services, () => wait(30_000))
    const during = await requestsDuring(services, () => prune(services.db))
    return [...lines('requests before', before), ...lines('requests while it is pruned', during)]
  })
  return [...sizes, ...requests]
}

async function withApp<T>(
  takesOver: boolean,
  work: (services: Services, databaseUrl: string) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-bench-growth-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = { ...readEnv({ TRAVEL_CONTAINER_RUNTIME: 'off' }), dataDir, databaseUrl: database.url }
  const log = createLogger({ level: 'silent' })
  const options = { env, projectRoot: process.cwd(), log, skillsFirst: fixedSkills(hello), takesOver }
  return await work(stack.use(await compose(options)), database.url)
}

async function prune(db: DatabaseClient): Promise<void> {
  const pace = { signal: new AbortController().signal }
  const clock = { now: () => Date.now() }
  await pruneExecutions({ db, clock }, ages, pace)
  await forgetUnusedScripts(db, pace)
  await forgetUnnamedAnswers({ db, clock }, pace)
}

/** The times of requests, one after the other, until `work` is done: a page of the console, and a search with its records. */
async function requestsDuring(services: Services, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  for (let n = 0; !isDone; n += 1) {
    const started = performance.now()
    if (n % 2 === 0) await listExecutions(services, {})
    else await search(services, hello.manifest.name, { action: 'ask', params: {} })
    times.push(performance.now() - started)
  }
  await working
  return times.sort(ascending)
}

const lines = (of: string, times: readonly number[]) =>
  linesOf(caseOf(of), times.length, {
    ...{ p50: percentile(times, 0.5), p99: percentile(times, 0.99), slowest: times.at(-1) ?? 0 },
  })

type Call = Pick<SkillInput, 'action' | 'params'>

/** Runs a skill as each search does, without the cache of answers. */
async function search(services: Services, skill: string, given: Call): Promise<void> {
  const output = await services.runner.execute(skill, { config: {}, ...given }, { principal: caller })
  if (output.status !== 'success') throw new Error(JSON.stringify(output))
}

const script = 'console.log("runs")\nset_result({ sum: 1 + 2 })'

/** The bytes in all tables for each search of another date and each script, and for each row of the audit trail. */
async function searchSizes(services: Services): Promise<Measurement[]> {
  const agents = await openAgents({ scripts: services.scripts, ports: services }, 1)
  const flights = (at: number) => ({
    action: 'search_flights',
    params: { origin: 'SEA', destination: 'NRT', date: dayIn(30 + at), passengers: 1, cabin: 'economy' },
  })
  const hotels = (at: number) => ({
    action: 'search_hotels',
    params: { place: 'GVA', check_in: dayIn(30 + at), check_out: dayIn(32 + at), adults: 2, currency: 'CHF' },
  })
  const jobs = [
    { of: 'a search of flights', n: 20, run: (at: number) => search(services, 'flight-search', flights(at)) },
    { of: 'a search of hotels', n: 6, run: (at: number) => search(services, 'hotel-search', hotels(at)) },
    { of: 'a script', n: 100, run: async () => agents.reach('completed', await agents.submit(script)) },
  ]
  const found: Measurement[] = []
  for (const { of, n, run } of jobs) {
    const before = await bytesOf(services)
    for (let at = 0; at < n; at += 1) await run(at)
    const after = await bytesOf(services)
    const rows = after.rows - before.rows
    found.push(...linesOf(caseOf(`records of ${of}`), n, { size: (after.records - before.records) / n }))
    found.push(...linesOf(caseOf(`audit row of ${of}`), rows, { size: (after.audit - before.audit) / rows }))
  }
  return found
}

async function bytesOf({ db }: Services) {
  await db.$executeRaw`vacuum full executions, script_executions, journal_entries, answer_blobs, audit_events, audit_leaves`
  const tables = await readTables(db)
  const sum = (pattern: RegExp) =>
    tables.reduce((bytes, table) => bytes + (pattern.test(table.name) ? table.bytes : 0), 0)
  return {
    records: sum(/^(executions|script_executions|journal_entries|answer_blobs|scripts)$/),
    audit: sum(/^audit_(events|leaves)$/),
    rows: await db.auditEvent.count(),
  }
}

const dayIn = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
