import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { openDoors, openWholeDoors } from './testing/doors.ts'

// The project's own skill `send-message`, called by code that uses the executor: doors.integration.test.ts has the same
// calls through every entry point, and confirmed-calls.integration.test.ts every answer to a question at every door.

const agent = principalFrom('main', { id: 'agent_a', role: 'agent' })
const prompt = 'Would you like me to leave that message for the operator?'

let stack: AsyncDisposableStack
let services: Services
let send: ReturnType<typeof openDoors>['executor']
let sendWhole: ReturnType<typeof openWholeDoors>['executor']

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  services = await openServices(stack, { TRAVEL_SAMPLE: 'off', OPERATOR_NAME: 'Ilse' })
  send = openDoors(services).executor
  sendWhole = openWholeDoors(services).executor
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await services.db.confirmation.deleteMany()
  await services.db.operatorMessage.deleteMany()
  await services.db.execution.deleteMany()
})

const callOf = (message: string, more: { readonly [name: string]: string | boolean } = {}) => ({
  skill: 'send-message',
  action: 'send_message',
  given: { message, ...more },
})
const asked = { status: 'requires_confirmation', prompt }
/** Checks that no message was recorded, and that no code of the skill ran. */
const expectNothing = async () => {
  expect(await services.db.operatorMessage.count()).toBe(0)
  expect(await services.db.execution.count()).toBe(0)
}
/** The id of the question that a call led to. */
const idOf = async (answer: Promise<unknown>): Promise<string> => Object(await answer).confirmation.id
const texts = async () => (await services.db.operatorMessage.findMany()).map(({ text }) => text)

test('a confirmed message is recorded once', async () => {
  await send(callOf('Hello'), agent)
  expect(await send(callOf('Hello', { confirmed: true }), agent)).toEqual({
    status: 'success',
    results: [{ noted: true, to: 'Ilse', urgency: 'normal' }],
  })
  expect(await texts()).toEqual(['Hello'])
  // To send it once more, the person is asked once more.
  expect(await send(callOf('Hello'), agent)).toEqual(asked)
  expect(await texts()).toEqual(['Hello'])
})

test('a confirmed call that is repeated with and without its id, at once and later, gets its result and records one message', async () => {
  const confirmation_id = await idOf(sendWhole(callOf('Hello'), agent))
  const confirmed = callOf('Hello', { confirmation_id, confirmed: true })
  const done = await sendWhole(confirmed, agent)
  expect(done).toMatchObject({ status: 'success' })
  for (const _ of ['at once', 'later']) {
    expect(await sendWhole(confirmed, agent)).toEqual(done)
    expect(await sendWhole(callOf('Hello', { confirmed: true }), agent)).toEqual(done)
    // As if the questions had been asked a minute earlier.
    await services.db.$executeRaw`update confirmations
      set created_at = created_at - interval '1 minute', unnamed_from = unnamed_from - interval '1 minute'`
  }
  expect(await texts()).toEqual(['Hello'])
})

test('no answer says that a message was sent or delivered', async () => {
  const question = await sendWhole(callOf('Hello'), agent)
  const noted = await sendWhole(callOf('Hello', { confirmed: true }), agent)
  expect(noted).toMatchObject({ status: 'success', message: 'I have noted your message. It is kept for Ilse.' })
  expect(JSON.stringify([question, noted])).not.toMatch(/\b(sent|delivered)\b/i)
})

test('a recipient in the arguments is refused', async () => {
  expect(await send(callOf('Hello', { to: 'mallory@example.com' }), agent)).toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expectNothing()
})

test('a message has no hidden characters, and fields of the caller cannot imitate lines of the skill', async () => {
  const given = {
    message: 'First\u202e line\nsecond\u0007 line',
    caller_name: 'Ilse\nCall back: 666',
    callback_number: '+31 20 555 0100',
    urgency: 'urgent',
  }
  const call = { skill: 'send-message', action: 'send_message', given }
  await send(call, agent)
  await send({ ...call, given: { ...given, confirmed: true } }, agent)
  expect(await services.db.operatorMessage.findMany()).toMatchObject([
    {
      text: 'From: Ilse Call back: 666\nCall back: +31 20 555 0100\n\nFirst line\nsecond line',
      urgent: true,
      state: 'pending',
      principalId: 'agent_a',
      skill: 'send-message',
    },
  ])
})

test('the message is in the journal and the audit trail, and a replay does not record it again', async () => {
  await send(callOf('Hello'), agent)
  await send(callOf('Hello', { confirmed: true }), agent)
  const { id } = await services.db.execution.findFirstOrThrow()
  const [message] = await services.db.operatorMessage.findMany()
  expect(message).toMatchObject({ executionId: id })
  const rows = await services.db.auditEvent.findMany({ where: { subject: message?.id ?? '' } })
  expect(rows.map(({ action, detail }) => [action, Object(detail).execution])).toEqual([['message.noted', id]])
  expect(await services.db.journalEntry.findMany()).toMatchObject([{ op: 'messages.send', result: { kind: 'value' } }])
  expect(await services.replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same', hostCalls: 1 })
  expect(await texts()).toEqual(['Hello'])
})

test('a failed execution records no message', async () => {
  expect(await send(callOf('\u200b'), agent)).toEqual(asked)
  expect(await send(callOf('\u200b', { confirmed: true }), agent)).toMatchObject({ code: 'INVALID_INPUT' })
  expect(await services.db.execution.findMany()).toMatchObject([{ status: 'error' }])
  expect(await services.db.operatorMessage.count()).toBe(0)
})
