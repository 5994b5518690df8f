import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { switchSkill } from '#lib/skills/server/registry/switch-skill.ts'
import { principalFrom } from '#runner/contract/principal.ts'

const operator = principalFrom('main', { id: 'user_0123456789abcdefghijkl', role: 'operator' })
const other = principalFrom('main', { id: 'user_zzzzzzzzzzzzzzzzzzzzzz', role: 'operator' })
const { signal } = new AbortController()
const words = 'Our plane lands at 15:30.'

let stack: AsyncDisposableStack
let services: Services

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  services = await openServices(stack, { TRAVEL_SAMPLE: 'off', OPERATOR_NAME: 'Ilse' })
  await services.db.user.createMany({ data: [{ id: operator.id }, { id: other.id }] })
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await services.db.confirmation.deleteMany()
  await services.db.operatorMessage.deleteMany()
})

const reading = { locale: 'en-GB', t: english('confirm') }

/** Requests a message without a confirmation. Returns the id of the question. */
async function ask(): Promise<string> {
  const input = { action: 'send_message', params: { message: words } }
  const invoked = await services.invokeSkill({ skill: 'send-message', input, ...contextOf(operator), signal })
  if (invoked.kind !== 'answered' || invoked.output.status !== 'requires_confirmation') throw new Error('not asked')
  return invoked.output.confirmation.id
}
const noted = async () => (await services.db.operatorMessage.findMany()).map(({ text }) => text)
const expire = () => services.db.confirmation.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })

test('shows the recipient, the exact text and what the skill can reach', async () => {
  const id = await ask()
  const view = await services.confirmationDesk.read(id, operator, reading)
  expect(view).toMatchObject({
    id,
    question: 'Would you like me to leave that message for the operator?',
    skill: 'send-message',
    version: '1.0.0',
    state: 'waiting',
    answered_at: null,
    facts: [
      { name: 'For', value: 'Ilse', isQuote: false },
      { name: 'Message', value: words, isQuote: true },
      { name: 'Urgency', value: 'normal' },
    ],
    cannot: expect.arrayContaining(['Write to anybody else']),
  })
  expect(await services.confirmationDesk.waiting(operator, reading)).toEqual([view])
})

test('stores the text of a question only encrypted', async () => {
  await ask()
  const [row] = await services.db.confirmation.findMany()
  expect(row?.sealedInput).toEqual(expect.any(String))
  expect(JSON.stringify(row)).not.toContain('plane')
  const tables = await services.db.$queryRaw<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  expect(tables).toContainEqual({ name: 'confirmations' })
  for (const { name } of tables) {
    const rows = await services.db.$queryRawUnsafe(`select to_jsonb(t)::text as text from ${name} t`)
    expect(JSON.stringify(rows), name).not.toContain(words)
  }
})

test('a question of another person gets the same answers as an unknown id', async () => {
  const id = await ask()
  const { confirmationDesk: desk } = services
  expect(await desk.read(id, other, reading)).toBeUndefined()
  expect(await desk.waiting(other, reading)).toEqual([])
  const unknown = await desk.confirm(contextOf(other), 'conf_0000000000000000000000', signal)
  expect(unknown).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  expect(await desk.confirm(contextOf(other), id, signal)).toEqual(unknown)
  expect(await desk.decline(contextOf(other), id)).toEqual(unknown)
  expect(await noted()).toEqual([])
  expect(await desk.read(id, operator, reading)).toMatchObject({ state: 'waiting' })
})

test('a confirmed question runs exactly what it showed, only once even if confirmed concurrently', async () => {
  const id = await ask()
  const { confirmationDesk: desk } = services
  const decided = await Promise.all(Array.from({ length: 4 }, () => desk.confirm(contextOf(operator), id, signal)))
  // A repeated yes gets the result, unless it comes before the end of the call.
  const done = decided.filter(({ ok }) => ok)
  expect(done.length).toBeGreaterThan(0)
  for (const one of done) {
    expect(one).toEqual({
      ok: true,
      value: { state: 'done', message: 'I have noted your message. It is kept for Ilse.' },
    })
  }
  for (const one of decided.filter(({ ok }) => !ok)) expect(one).toMatchObject({ error: { code: 'CONFLICT' } })
  expect(await noted()).toEqual([words])
  expect(await desk.read(id, operator, reading)).toMatchObject({ state: 'given', answered_at: expect.any(String) })
  expect(await desk.waiting(operator, reading)).toEqual([])
  expect(await desk.confirm(contextOf(operator), id, signal)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await noted()).toEqual([words])
})

test('a declined question does nothing and cannot be confirmed later', async () => {
  const id = await ask()
  const { confirmationDesk: desk } = services
  expect(await desk.decline(contextOf(operator), id)).toEqual({ ok: true, value: { state: 'declined' } })
  expect(await desk.read(id, operator, reading)).toMatchObject({ state: 'declined' })
  expect(await desk.confirm(contextOf(operator), id, signal)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await desk.decline(contextOf(operator), id)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await noted()).toEqual([])
})

test('confirming an expired question does nothing', async () => {
  const id = await ask()
  await expire()
  const { confirmationDesk: desk } = services
  expect(await desk.read(id, operator, reading)).toMatchObject({ state: 'expired' })
  expect(await desk.waiting(operator, reading)).toEqual([])
  expect(await desk.confirm(contextOf(operator), id, signal)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await noted()).toEqual([])
})

test('confirming a question runs nothing and asks again if the skill was updated after the question', async () => {
  const id = await ask()
  await services.db.confirmation.updateMany({ data: { digest: 'of another release' } })
  const { confirmationDesk: desk } = services
  expect(await desk.read(id, operator, reading)).toMatchObject({ state: 'changed', reaches: [], cannot: [] })
  const decided = await desk.confirm(contextOf(operator), id, signal)
  if (!decided.ok || decided.value.state !== 'changed') throw new Error('It did not ask again')
  expect(await noted()).toEqual([])
  expect(await desk.confirm(contextOf(operator), decided.value.next_id, signal)).toMatchObject({
    value: { state: 'done' },
  })
  expect(await noted()).toEqual([words])
})

test('a question with a changed text replaces the old question, and only the new text is sent', async () => {
  const id = await ask()
  const { confirmationDesk: desk } = services
  const asked = await desk.again(contextOf(operator), id, { texts: { message: 'Another text' } }, signal)
  if (!asked.ok || asked.value.state !== 'asked') throw new Error('It did not ask again')
  expect(await noted()).toEqual([])
  expect(await desk.confirm(contextOf(operator), id, signal)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await desk.confirm(contextOf(operator), asked.value.next_id, signal)).toMatchObject({
    value: { state: 'done' },
  })
  expect(await noted()).toEqual(['Another text'])
  expect(await desk.again(contextOf(operator), asked.value.next_id, { texts: {} }, signal)).toMatchObject({
    error: { code: 'CONFLICT' },
  })
})

test('asks an expired question again only for the same person and with texts that the skill accepts', async () => {
  const id = await ask()
  await expire()
  const { confirmationDesk: desk } = services
  expect(await desk.again(contextOf(other), id, { texts: {} }, signal)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  for (const texts of [{ to: 'mallory@example.com' }, { message: 'x'.repeat(4_000) }]) {
    expect(await desk.again(contextOf(operator), id, { texts }, signal)).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    })
  }
  const asked = await desk.again(contextOf(operator), id, { texts: {} }, signal)
  if (!asked.ok || asked.value.state !== 'asked') throw new Error('It did not ask again')
  expect(await noted()).toEqual([])
  expect(await desk.confirm(contextOf(operator), asked.value.next_id, signal)).toMatchObject({
    value: { state: 'done' },
  })
  expect(await noted()).toEqual([words])
})

test('confirming a question whose skill was disabled does nothing', async () => {
  const id = await ask()
  const { confirmationDesk: desk } = services
  await switchSkill(services, commandLine, 'send-message', false)
  await expect.poll(async () => (await desk.read(id, operator, reading))?.state, { timeout: 60_000 }).toBe('changed')
  expect(await desk.confirm(contextOf(operator), id, signal)).toMatchObject({ ok: true, value: { state: 'failed' } })
  expect(await noted()).toEqual([])
  await switchSkill(services, commandLine, 'send-message', true)
  await expect.poll(async () => (await desk.read(id, operator, reading))?.state, { timeout: 60_000 }).toBe('waiting')
})
