import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { needsSeed, seedSkill } from '../../../../scripts/testing/seed-skills.ts'
import { openReceiver } from '../messages/channels/testing/receiver.ts'
import { openDoors } from './testing/doors.ts'

// The handlers from a voice agent's document, unchanged, with the real calendar command and a real gateway address.

const agent = principalFrom('main', { id: 'agent_a', role: 'agent' })
const doorNames = ['browser', 'executor', 'call', 'mcp', 'realtime'] as const
const empty = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n'

const amber = (name: string, capabilities: string[], permissions: object) =>
  `---\nname: ${name.replace('_', '-')}\nversion: 1.0.0\ndescription: "Goes."\nmetadata: ${JSON.stringify({
    amber: {
      capabilities,
      timeout_ms: 30_000,
      permissions,
      function_schema: { name, description: 'Goes.', parameters: { type: 'object', properties: {} } },
    },
  })}\n---\n# Go\n`
const own = {
  'who-calls': {
    skillMd: amber('who_calls', ['read'], {}),
    handler: 'module.exports = async (params, { call, operator }) => ({ success: true, result: { call, operator } })',
  },
  'asks-gateway': {
    skillMd: amber('asks_gateway', ['act'], { openclaw_action: true, telegram: true }),
    handler: `module.exports = async (params, { gateway, operator }) =>
  ({ success: true, result: await gateway.post({ tool: 'sessions_list', args: { chat: operator.telegramId } }) })`,
  },
}

/** A skill of the document, with more than its 5 s: a busy machine may be slow, and its time limit is not tested here. */
function patient(name: Parameters<typeof seedSkill>[0]): ReturnType<typeof seedSkill> {
  const { skillMd, ...rest } = seedSkill(name)
  const slower = skillMd.replace('"timeout_ms": 5000', '"timeout_ms": 60000')
  if (slower === skillMd) throw new Error(`the skill ${name} has another time limit`)
  return { ...rest, skillMd: slower }
}

let stack: AsyncDisposableStack
let services: Services
let doors: ReturnType<typeof openDoors>
let receiver: Awaited<ReturnType<typeof openReceiver>>
let path = ''

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const base = await mkdtemp(join(tmpdir(), 'travel-legacy-'))
  stack.defer(() => rm(base, { recursive: true, force: true }))
  path = join(base, 'calendar', 'calendar.ics')
  await mkdir(join(base, 'calendar'))
  const seeds = needsSeed.skip ? {} : { calendar: patient('calendar'), 'send-message': patient('send-message') }
  const skills = { ...own, ...seeds }
  for (const [name, { skillMd, handler }] of Object.entries(skills)) {
    await mkdir(join(base, 'skills', name), { recursive: true })
    await writeFile(join(base, 'skills', name, 'SKILL.md'), skillMd)
    await writeFile(join(base, 'skills', name, 'handler.js'), handler)
  }
  const approvedSkills = Object.keys(skills)
  await writeFile(join(base, 'skills', 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills }))
  const expires = inDays(30)
  const accepted = needsSeed.skip ? [] : ['TRAVEL-003', 'MANIFEST-FORMAT', 'CONSENT-DENIED']
  const lines = accepted.map(
    (rule) => `- { rule: ${rule}, skill: calendar, reason: "read by the operator", expires: "${expires}" }`,
  )
  await writeFile(join(base, 'accepted.yaml'), `${lines.join('\n')}\n`)
  receiver = stack.use(await openReceiver(() => ({ body: { ok: true, result: ['one'] } })))
  const variables = {
    TRAVEL_SAMPLE: 'off',
    TRAVEL_CALENDAR: path,
    TRAVEL_CALENDAR_TIME_ZONE: 'Europe/Berlin',
    OPERATOR_NAME: 'Ilse',
    OPERATOR_TELEGRAM_ID: '987',
    OPENCLAW_GATEWAY_URL: receiver.url,
    OPENCLAW_GATEWAY_TOKEN: 'token-of-the-gateway',
  }
  const options = { skillsDir: join(base, 'skills'), suppressions: join(base, 'accepted.yaml') }
  services = await openServices(stack, variables, options)
  doors = openDoors(services)
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await services.db.confirmation.deleteMany()
  await services.db.operatorMessage.deleteMany()
  await writeFile(path, empty)
  receiver.received.length = 0
})

describe.each(doorNames)('through %s', (name) => {
  test('a handler gets the caller, transcript and channel of its call', async () => {
    const outcome = await doors[name]({ skill: 'who-calls', action: 'who_calls', given: {} }, agent)
    const known = { id: 'call-7', callerId: '+297 555 0100', transcript: '' }
    const expected = {
      browser: { id: expect.stringMatching(/^exec_/), callerId: '', transcript: '', channel: 'page' },
      executor: { ...known, channel: 'code' },
      call: { ...known, channel: 'tools' },
      mcp: { ...known, channel: 'mcp' },
      realtime: { ...known, transcript: 'Caller: Hello there\nAgent: How can I help?\n', channel: 'realtime' },
    }
    expect(outcome).toEqual({
      status: 'success',
      results: [{ success: true, result: { call: expected[name], operator: { name: 'Ilse' } } }],
    })
  })
})

// Through one entry point: what differs between entry points is tested above and in doors.integration.test.ts.
test('a handler with the permission posts to the configured gateway only after the person has agreed', async () => {
  const call = { skill: 'asks-gateway', action: 'asks_gateway', given: {} }
  expect(await doors.call(call, agent)).toMatchObject({ status: 'requires_confirmation' })
  expect(receiver.received).toEqual([])
  const outcome = await doors.call({ ...call, given: { confirmed: true } }, agent)
  expect(outcome.results).toEqual([{ success: true, result: { ok: true, result: ['one'] } }])
  expect(receiver.received).toMatchObject([
    {
      path: '/tools/invoke',
      headers: { authorization: 'Bearer token-of-the-gateway' },
      body: { tool: 'sessions_list', args: { chat: '987' } },
    },
  ])
})

test(
  "the document's send-message handler asks for confirmation, then records the message once",
  needsSeed,
  async () => {
    const call = { skill: 'send-message', action: 'send_message', given: { message: 'Call me back' } }
    const question = { status: 'requires_confirmation', prompt: 'Would you like me to leave that message?' }
    expect(await doors.call(call, agent)).toEqual(question)
    expect(await services.db.operatorMessage.count()).toBe(0)
    const confirmed = { ...call, given: { ...call.given, confirmed: true } }
    for (const _ of ['the first yes', 'a repeated one']) {
      expect((await doors.call(confirmed, agent)).results).toEqual([
        { success: true, result: { logged: true, delivered: false, noted: true } },
      ])
      expect(await services.db.operatorMessage.findMany()).toMatchObject([
        { text: expect.stringContaining('Call me back'), skill: 'send-message' },
      ])
    }
  },
)

test("the document's calendar handler adds an event with the real command, and finds it", needsSeed, async () => {
  const calendar = (given: { readonly [name: string]: string }) =>
    doors.call({ skill: 'calendar', action: 'calendar_query', given }, agent)
  expect((await calendar({ action: 'lookup', range: '2027-02-22' })).results).toEqual([
    { success: true, result: { events: [] } },
  ])
  const event = {
    title: 'Dinner; $(id)',
    start: '2027-02-22T19:00:00',
    end: '2027-02-22T21:00:00',
    location: 'Porto',
  }
  expect((await calendar({ action: 'create', ...event })).results).toEqual([
    { success: true, result: { created: true, output: 'Added Dinner; $(id).' } },
  ])
  expect(await readFile(path, 'utf8')).toContain('SUMMARY:Dinner\\; $(id)')
  expect((await calendar({ action: 'lookup', range: '2027-02-22' })).results).toEqual([
    { success: true, result: { events: '2027-02-22, 19:00 to 21:00: Dinner; $(id), Porto' } },
  ])
})
