import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compose, type Services } from '#lib/compose/compose.ts'
import { createTestDatabase } from '#lib/db/testing.ts'
import { readEnv } from '#lib/env/env.ts'
import { findProjectRoot } from '#lib/env/project-root.ts'
import { createLogger } from '#lib/log/logger.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'

// The project's own skill calendar, with the real command and a file.

const agent = principalFrom('main', { id: 'agent_a', role: 'agent' })
const empty = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n'
const events = [
  { title: 'Flight ANA 177', start: '2027-03-15T11:30:00-07:00', end: '2027-03-16T13:45:00+09:00' },
  { title: 'Hotel', start: '2027-03-16', end: '2027-03-18' },
]

let stack: AsyncDisposableStack
let services: Services
let path = ''

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const base = await mkdtemp(join(tmpdir(), 'travel-calendar-'))
  stack.defer(() => rm(base, { recursive: true, force: true }))
  path = join(base, 'calendar.ics')
  const database = stack.use(await createTestDatabase())
  const env = readEnv({
    DATABASE_URL: database.url,
    TRAVEL_DATA_DIR: join(base, 'data'),
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
    TRAVEL_SAMPLE: 'off',
    TRAVEL_CALENDAR: path,
    TRAVEL_CALENDAR_TIME_ZONE: 'Europe/Berlin',
  })
  services = stack.use(await compose({ env, projectRoot: findProjectRoot(), log: createLogger({ level: 'silent' }) }))
}, 120_000)
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await services.db.confirmation.deleteMany()
  await services.db.execution.deleteMany()
  await writeFile(path, empty)
})

async function call(action: string, params: object, more: { principal?: typeof agent; confirmed?: boolean } = {}) {
  const { principal = agent, confirmed = false } = more
  const { signal } = new AbortController()
  const input = { action, params: Object(params) }
  const invoked = await services.invokeSkill({ skill: 'calendar', input, principal, signal, confirmed })
  return invoked.kind === 'refused' ? { status: 'error', error: invoked.error } : invoked.output
}
const flightsIn = async () => (await readFile(path, 'utf8')).match(/SUMMARY:Flight/g)?.length ?? 0

test('a chosen flight and stay are added with one confirmed call, and found again', { timeout: 60_000 }, async () => {
  expect(await call('add_to_calendar', { events })).toMatchObject({ status: 'requires_confirmation' })
  expect(await flightsIn()).toBe(0)
  expect(await call('add_to_calendar', { events }, { confirmed: true })).toMatchObject({
    status: 'success',
    message: 'I have added 2 events to the calendar.',
  })
  expect(await call('look_up_calendar', { when: '2027-03-16' })).toMatchObject({
    status: 'success',
    results: [
      { title: 'Flight ANA 177', end: '2027-03-16T05:45:00+01:00' },
      { title: 'Hotel', all_day: true },
    ],
  })
})

test('an unconfirmed, a changed or a second call adds nothing', { timeout: 60_000 }, async () => {
  expect(await call('add_to_calendar', { events }, { confirmed: true })).toMatchObject({
    status: 'requires_confirmation',
  })
  const changed = [{ ...events[0], title: 'Flight of another' }]
  expect(await call('add_to_calendar', { events: changed }, { confirmed: true })).toMatchObject({
    status: 'requires_confirmation',
  })
  expect(await services.db.execution.count()).toBe(0)
  expect(await flightsIn()).toBe(0)
})

test('a replay gives the same answer and adds nothing', { timeout: 60_000 }, async () => {
  await call('add_to_calendar', { events })
  await call('add_to_calendar', { events }, { confirmed: true })
  const execution = await services.db.execution.findFirstOrThrow()
  await writeFile(path, empty)
  expect(await services.replay(ExecutionId.parse(execution.id))).toMatchObject({ kind: 'same' })
  expect(await flightsIn()).toBe(0)
  expect(await services.db.journalEntry.findMany()).toMatchObject([{ op: 'exec.run', result: { kind: 'value' } }])
})

test.each(['dm-approved', 'group', 'dm-unknown', 'public'] as const)('a request from %s is refused', async (source) => {
  const principal = principalFrom(source, { id: 'other', role: 'agent' })
  expect(await call('look_up_calendar', { when: 'today' }, { principal })).toMatchObject({
    status: 'error',
    error: { code: 'TRUST_EXCEEDED' },
  })
})
