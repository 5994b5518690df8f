import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import { openDoors } from './testing/doors.ts'

// The project's own skill `calendar`, with the real calendar command and a calendar file.

const agent = principalFrom('main', { id: 'agent_a', role: 'agent' })
const empty = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n'
const events = [
  { title: 'Flight ANA 177', start: '2027-03-15T11:30:00-07:00', end: '2027-03-16T13:45:00+09:00' },
  { title: 'Hotel', start: '2027-03-16', end: '2027-03-18' },
]

let stack: AsyncDisposableStack
let services: Services
let path = ''
const settings = () => ({
  TRAVEL_SAMPLE: 'off',
  TRAVEL_CALENDAR: path,
  TRAVEL_CALENDAR_TIME_ZONE: 'Europe/Berlin',
})

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-calendar-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  path = join(folder, 'calendar.ics')
  services = await openServices(stack, settings())
})
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
  const invoked = await services.invokeSkill({ skill: 'calendar', input, ...contextOf(principal), signal, confirmed })
  return invoked.kind === 'refused' ? { status: 'error', error: invoked.error } : invoked.output
}
const flightsIn = async () => (await readFile(path, 'utf8')).match(/SUMMARY:Flight/g)?.length ?? 0

test('nobody is asked about an event that cannot be meant, and seconds make no other call', async () => {
  const of = (end: string) => ({ events: [{ title: 'Train', start: '2027-03-01T09:00+01:00', end }] })
  const refused = await call('add_to_calendar', of('2027-03-01T09:00:00+01:00'))
  expect(refused).toMatchObject({
    error: { code: 'INVALID_INPUT', fault: 'caller', details: { 'events.0.end': expect.any(String) } },
  })
  expect(await services.db.confirmation.count()).toBe(0)
  expect(await call('add_to_calendar', of('2027-03-01T10:00+01:00'))).toMatchObject({ status: 'requires_confirmation' })
  const added = await call('add_to_calendar', of('2027-03-01T10:00:00+01:00'), { confirmed: true })
  expect(added).toMatchObject({ results: [{ title: 'Train', added: true }] })
})

test('a replay gives the same output and adds nothing', async () => {
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

const add = (more: { readonly confirmed?: boolean } = {}) => ({
  skill: 'calendar',
  action: 'add_to_calendar',
  given: { events, ...more },
})
const lookUp = { skill: 'calendar', action: 'look_up_calendar', given: { when: '2027-03-16' } }
const asked = { status: 'requires_confirmation', prompt: 'Would you like me to add this to the calendar?' }

/** Checks that only a confirmed call adds the events, that it adds them once, and that a lookup finds them. */
async function addThrough(door: ReturnType<typeof openDoors>['call']): Promise<void> {
  expect(await door(add({ confirmed: true }), agent)).toEqual(asked)
  expect(await flightsIn()).toBe(0)
  await services.db.confirmation.deleteMany()
  expect(await door(add(), agent)).toEqual(asked)
  expect(await flightsIn()).toBe(0)
  expect(await door(add({ confirmed: true }), agent)).toEqual({
    status: 'success',
    results: [
      { title: 'Flight ANA 177', added: true },
      { title: 'Hotel', added: true },
    ],
  })
  expect(await flightsIn()).toBe(1)
  expect(await door(add({ confirmed: true }), agent)).toMatchObject({ status: 'success' })
  expect(await flightsIn()).toBe(1)
  expect(await door(add(), agent)).toEqual(asked)
  expect(await door(lookUp, agent)).toMatchObject({
    status: 'success',
    results: [
      { title: 'Flight ANA 177', end: '2027-03-16T05:45:00+01:00' },
      { title: 'Hotel', all_day: true },
    ],
  })
  expect(await flightsIn()).toBe(1)
}

// All doors end in the same function. The container test below uses another one.
test('one confirmed call adds a flight and a stay, and a lookup finds them', async () => {
  await addThrough(openDoors(services).browser)
})

test.each([
  ['29 February of a common year', { start: '2027-02-29', end: '2027-03-01' }],
  ['hour 25', { start: '2027-03-15T25:00:00-07:00' }],
  ['a time without an offset', { end: '2027-03-16T13:45:00' }],
  ['words', { start: 'tomorrow' }],
])('a question is not asked about %s', async (_, times) => {
  const wrong = [{ ...events[0], ...times }]
  expect(await call('add_to_calendar', { events: wrong })).toMatchObject({
    status: 'error',
    error: { code: 'INVALID_INPUT', fault: 'caller' },
  })
  expect(await services.db.confirmation.count()).toBe(0)
})

test('without a calendar, its functions are not offered, and a call is refused as the fault of the operator', async () => {
  await using opened = new AsyncDisposableStack()
  const without = await openServices(opened, { TRAVEL_SAMPLE: 'off' })
  const names = async (all: typeof services) => {
    const tools = await all.tools.getSkillTools({ principal: agent, skills: 'all' })
    return tools.map(({ name }) => name).filter((name) => name.includes('calendar'))
  }
  expect(await names(services)).toHaveLength(2)
  expect(await names(without)).toEqual([])
  const input = { action: 'look_up_calendar', params: { when: 'today' } }
  const { signal } = new AbortController()
  expect(await without.invokeSkill({ skill: 'calendar', input, ...contextOf(agent), signal })).toMatchObject({
    output: { status: 'error', error: { code: 'NOT_CONFIGURED', fault: 'operator' } },
  })
})

describe('in a container (needs a Docker engine)', needsEngine, () => {
  test('adds a flight with one confirmed call through a voice session, and finds it', async () => {
    const projectDir = findProjectRoot()
    const loaded = await loadSkillFolder(join(projectDir, 'skills/calendar'), { tier: 'local', projectDir })
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    const { manifest } = loaded.skill
    const inContainer = { ...manifest, runtimes: ['container' as const] }
    await using opened = new AsyncDisposableStack()
    const embedded = services
    opened.defer(() => {
      services = embedded
    })
    const skillsFirst = fixedSkills({ ...loaded.skill, manifest: inContainer })
    services = await openServices(opened, { ...settings(), TRAVEL_CONTAINER_RUNTIME: 'socket' }, { skillsFirst })
    expect(await services.containers.runtime?.status()).toEqual({ kind: 'on', egress: 'socket' })
    await addThrough(openDoors(services).realtime)
    const ran = await services.db.execution.findMany()
    expect(ran.map(({ replay }) => Object(replay).runtime)).toEqual(['container', 'container'])
  })
})
