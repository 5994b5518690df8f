import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Services } from '../lib/compose/compose.ts'
import { compose } from '../lib/compose/compose.ts'
import type { ExecutionQuery } from '../lib/console/model/console-executions.ts'
import { overviewRanges } from '../lib/console/model/console-overview.ts'
import { listAudit } from '../lib/console/server/audit/list-audit.ts'
import { readCost } from '../lib/console/server/cost/read-cost.ts'
import { sumUpUsage } from '../lib/console/server/cost/usage-sums.ts'
import { countBars } from '../lib/console/server/executions/count-bars.ts'
import { countStates, listExecutions, listFacets } from '../lib/console/server/executions/list-executions.ts'
import { readExecution } from '../lib/console/server/executions/read-execution.ts'
import { listCredentials } from '../lib/console/server/list-credentials.ts'
import { listSkills } from '../lib/console/server/list-skills.ts'
import { readOverview } from '../lib/console/server/overview/read-overview.ts'
import { rollUpHours } from '../lib/console/server/overview/roll-up-hours.ts'
import { listPeople } from '../lib/console/server/people/list-people.ts'
import { profileActivity } from '../lib/console/server/profile-activity.ts'
import { readCounts } from '../lib/console/server/read-counts.ts'
import { readKeyRing } from '../lib/console/server/read-key-ring.ts'
import { readSkill } from '../lib/console/server/read-skill.ts'
import { searchConsole } from '../lib/console/server/search-console.ts'
import { readSystem } from '../lib/console/server/system/read-system.ts'
import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { readEnv } from '../lib/platform/server/env/env.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import { busiestProfile, days, fillDatabase } from './console/fill-database.ts'
import { type Measurement, timesLines, timesOf } from './measure.ts'
import { openDatabase } from './process/open-database.ts'

const warmUp = 3
const runs = 30
const pagesBefore = 99

/**
 * Fills a new database with 100,000 executions, and measures the reads of the console's routes: each read includes its
 * queries and its answer, without HTTP.
 */
export async function consoleReads(): Promise<Measurement[]> {
  await using database = await openDatabase()
  const databaseUrl = database.url
  const one = { bench: 'console', subject: 'quickjs' }
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-bench-console-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = { ...readEnv({}), dataDir, databaseUrl }
  const services = stack.use(await compose({ env, projectRoot: process.cwd(), log: createLogger({ level: 'silent' }) }))
  // The app's own client gives up after two minutes.
  const patient = createDatabaseClient(databaseUrl, { pool: new Pool({ connectionString: databaseUrl, max: 1 }) })
  await fillDatabase(patient)
  await patient.$disconnect()
  const started = performance.now()
  await rollUpHours(services)
  await sumUpUsage(services)
  const rolledMs = performance.now() - started
  const lines: Measurement[] = timesLines({ ...one, of: 'counting all hours, once' }, [rolledMs])
  for (const [of, read] of await readsOf(services)) {
    await timesOf(warmUp, 1, read)
    const { each } = await timesOf(runs, 1, read)
    lines.push(...timesLines({ ...one, of }, each))
  }
  return lines
}

type Reads = readonly (readonly [string, () => Promise<unknown>])[]

async function readsOf(services: Services): Promise<Reads> {
  const { db, manageProfiles } = services
  const page = async (query: ExecutionQuery) => {
    const found = await listExecutions(services, query)
    if (!found.ok) throw new Error(found.error.message)
    return found.value
  }
  const list = (query: ExecutionQuery) => () => page(query)
  /** A few days in the middle, so that a filter must skip most newer rows. */
  const from = dayBefore(days / 2 + 3)
  const to = dayBefore(days / 2)
  const profile = busiestProfile
  let after = ''
  for (let n = 0; n < pagesBefore; n += 1) after = (await page(after === '' ? {} : { after })).next ?? ''
  const middle = (await page({ to })).executions[0]?.id ?? ''
  return [
    ['list', list({})],
    ['list, page 100', list({ after })],
    ['list: profile', list({ profile })],
    ['list: skill', list({ skill: 'hotel-search' })],
    ['list: script', list({ skill: 'script' })],
    ['list: failed', list({ state: 'failed' })],
    ['list: waiting', list({ state: 'waiting' })],
    ['list: days', list({ from, to })],
    ['list: profile, failed', list({ profile, state: 'failed' })],
    ['list: profile, failed, days', list({ profile, state: 'failed', from, to })],
    ['list: skill, failed', list({ skill: 'hotel-search', state: 'failed' })],
    ['list: skill, failed, days', list({ skill: 'hotel-search', state: 'failed', from, to })],
    ['list: skill, days', list({ skill: 'hotel-search', from, to })],
    ['list: profile, another skill', list({ profile, skill: 'hotel-search' })],
    ['list: skill, running', list({ skill: 'hotel-search', state: 'running' })],
    ['list: no such skill', list({ skill: 'none' })],
    ['list: text of all requests', list({ text: 'SEA NRT' })],
    ['list: text of nothing', list({ text: 'nowhere' })],
    ['list: text, failed', list({ text: 'nrt', state: 'failed' })],
    ['counts', () => countStates(services, {})],
    ['counts: text', () => countStates(services, { text: 'SEA NRT' })],
    ['chart, 90 days', () => countBars(services, { from: dayBefore(days) }, Date.now())],
    ['chart: text', () => countBars(services, { from: dayBefore(days), text: 'SEA NRT' }, Date.now())],
    ['search: text', () => searchConsole(services, 'SEA')],
    ['search: id', () => searchConsole(services, middle.slice(0, 20))],
    ['search: host', () => searchConsole(services, 'duffel.com')],
    ['search: nothing', () => searchConsole(services, 'nowhere')],
    ['filters', () => listFacets(services)],
    ['execution', () => readExecution(services, middle)],
    ...overviewRanges.map(
      (range) => [`overview ${range}`, () => readOverview(services, { range, time_zone: 'America/Aruba' })] as const,
    ),
    ['audit', () => listAudit(services, {})],
    ['audit: decisions', () => listAudit(services, { about: 'decisions' })],
    ['audit: vault, none', () => listAudit(services, { about: 'vault' })],
    ['audit: credentials, days', () => listAudit(services, { about: 'credential', from, to })],
    ['audit: executions, days', () => listAudit(services, { about: 'executions', from, to })],
    ['audit: subject', () => listAudit(services, { subject: middle })],
    ['profiles', () => manageProfiles.list({})],
    ['profile', () => Promise.all([manageProfiles.read(profile), profileActivity(db, profile)])],
    ['people', () => listPeople(services, {}, '')],
    ['people: text', () => listPeople(services, { text: 'nobody' }, '')],
    ['cost 90d', () => readCost(services, { range: '90d' })],
    ['counts of the side', () => readCounts(services)],
    ['messages', () => services.manageMessages.list({})],
    ['system', () => readSystem(services)],
    ['credentials', () => listCredentials(services)],
    ['key ring', () => readKeyRing(services)],
    ['skills', () => listSkills(services)],
    ['skill', () => readSkill(services, 'flight-search', 'public')],
  ]
}

const dayBefore = (count: number): string =>
  new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
