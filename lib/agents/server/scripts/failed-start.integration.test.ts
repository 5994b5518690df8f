import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { keepTakingOver } from '#lib/skills/server/executions/keep-taking-over.ts'
import { testAudit, testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { createDispatcher } from './dispatcher.ts'
import { createExecutionTokens } from './execution-token.ts'
import { encryptionKey } from './testing/script-process.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

test('an execution that the database did not let start is started again, and its profile keeps its concurrency', async () => {
  const failed = Promise.withResolvers<void>()
  const log = { debug() {}, info() {}, warn() {}, error: () => failed.resolve() }
  await using world = await openScriptWorld({ log, runtime: runtime() })
  const { token } = await world.profile({ limits: { concurrency: 1 } })
  await world.db.$executeRaw`
    create function refuse_start() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`
  await world.db.$executeRaw`
    create trigger refuse_start before update on executions for each row
    when (new.status = 'running') execute function refuse_start()`
  const first = await world.execute(token, 'set_result(1)')
  await failed.promise
  await world.db.$executeRaw`drop function refuse_start cascade`
  expect(await world.settled(first)).toMatchObject({ status: 'completed', result: 1 })
  expect(await world.settled(await world.execute(token, 'set_result(2)'))).toMatchObject({ result: 2 })
})

test('a script that is cancelled between its claim and its start is no error', async () => {
  const told = Promise.withResolvers<string>()
  const tell = (level: string) => (message: string) => {
    if (/^an execution (failed|goes on)/.test(message)) told.resolve(level)
  }
  const log = { debug() {}, info: tell('info'), warn: tell('warn'), error: tell('error') }
  await using world = await openScriptWorld({ log, runtime: runtime() })
  const { token } = await world.profile()
  await world.db.$executeRaw`
    create function cancel_claimed() returns trigger language plpgsql as $$
    begin
      update executions set status = 'error', error_code = 'CANCELLED', finished_at = now() where id = new.id;
      return null;
    end $$`
  await world.db.$executeRaw`
    create trigger cancel_claimed after update on executions for each row
    when (new.status = 'pending' and new.instance_id <> '') execute function cancel_claimed()`
  await world.execute(token, 'set_result(1)')
  const level = await told.promise
  await world.db.$executeRaw`drop function cancel_claimed cascade`
  expect(level).toBe('info')
})

test('pending executions whose grant or record cannot be checked end with RECORD_NOT_AUTHENTIC, and others still run', async () => {
  await using world = await openScriptWorld({ works: false, runtime: runtime() })
  const [granted, recorded, other] = [await world.profile(), await world.profile(), await world.profile()]
  const bad = [
    await world.execute(granted.token, 'set_result(1)'),
    await world.execute(recorded.token, 'set_result(1)'),
  ]
  const good = await world.execute(other.token, 'set_result(2)')
  await world.db.$executeRaw`
    update script_executions set "grant" = '{"language": "cobol"}' where profile_id = ${granted.id}`
  await world.db.$executeRaw`update executions set id = 'no id of this app' where principal_id = ${recorded.id}`
  await using _process = await world.open({ works: true })
  expect(await world.settled(good)).toMatchObject({ status: 'completed', result: 2 })
  for (const id of bad) {
    expect(await world.settled(id)).toMatchObject({ status: 'error', error_code: 'RECORD_NOT_AUTHENTIC' })
  }
})

test.each([
  ['a script', 'set_result(1)', 'completed'],
  ['a script that goes on after an answer', 'await llm.complete("?"); set_result(1)', 'awaiting_llm'],
])('%s whose end the database did not store is given up and taken over, and then ends', async (_, script, first) => {
  const failed = Promise.withResolvers<void>()
  const log = { debug() {}, info() {}, warn() {}, error: () => failed.resolve() }
  await using world = await openScriptWorld({ log, runtime: runtime() })
  const { token } = await world.profile()
  await world.db.$executeRaw`
    create function refuse_end() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`
  await world.db.$executeRaw`
    create trigger refuse_end before update on executions for each row
    when (new.status in ('success', 'error')) execute function refuse_end()`
  const id = await world.execute(token, script)
  if (first === 'awaiting_llm') {
    expect(await world.settled(id)).toMatchObject({ status: first })
    await world.scripts.respond({ executionToken: id, headers: new Headers() }, { response: 'This.' })
  }
  await failed.promise
  await world.db.$executeRaw`drop function refuse_end cascade`
  const givenUp = { status: 'running', instanceId: '' } as const
  await expect.poll(() => world.db.execution.count({ where: givenUp })).toBe(1)
  const { durable, runner } = world.process
  const ports = { db: world.db, instance: durable.instance, seals: testSeals, audit: testAudit, runner }
  const stop = keepTakingOver({ ...ports, log: createLogger({ level: 'silent' }) })
  expect(await world.settled(id)).toMatchObject({ status: 'completed', result: 1 })
  await stop()
})

test('releases failed executions all at once or not at all, and notes them until then', async () => {
  await using world = await openScriptWorld({ works: false, runtime: runtime() })
  const { token } = await world.profile()
  for (const script of ['set_result(1)', 'set_result(2)']) await world.execute(token, script)
  const [pending, running] = await world.db.execution.findMany({ orderBy: { id: 'asc' } })
  if (!pending || !running) throw new Error('two executions are needed')
  const { ports } = world.process
  const { instanceId } = ports.instance
  await world.db.execution.update({ where: { id: pending.id }, data: { instanceId } })
  await world.db.execution.update({ where: { id: running.id }, data: { instanceId, status: 'running' } })
  const dispatcher = createDispatcher({ ...ports, tokens: createExecutionTokens(encryptionKey) })
  dispatcher.failed(pending.id)
  dispatcher.failed(running.id)
  const owners = async () => {
    const rows = await world.db.execution.findMany({ orderBy: { id: 'asc' }, select: { instanceId: true } })
    return rows.map((row) => row.instanceId)
  }
  await world.db.$executeRaw`
    create function refuse_release() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`
  await world.db.$executeRaw`
    create trigger refuse_release before update on executions for each row
    when (new.status = 'running' and new.instance_id = '') execute function refuse_release()`
  await expect(dispatcher.releaseFailed()).rejects.toThrow('the disk is full')
  expect(await owners()).toEqual([instanceId, instanceId])
  await world.db.$executeRaw`drop function refuse_release cascade`
  await dispatcher.releaseFailed()
  expect(await owners()).toEqual(['', ''])
})

test('settings that this version cannot read stop the scripts of their profile, which lists name, and of no other', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { db, manage, profiles, scripts } = world
  const [bad, good] = [await world.profile(), await world.profile()]
  const waiting = await world.execute(bad.token, 'set_result(1)')
  await world.settled(waiting)
  for (const concurrency of [64, 'many', 2.5, null]) {
    const limits = { timeout_s: 5, concurrency, later: true }
    await db.profile.update({ where: { id: bad.id }, data: { limits } })
    const unreadable = ['limits.concurrency', 'limits.later']
    const listed = got(await manage.list({})).profiles.map(({ id, limits, unreadable }) => ({ id, limits, unreadable }))
    expect(listed).toContainEqual({ id: bad.id, limits: { timeout_s: 5 }, unreadable })
    expect(listed).toContainEqual({ id: good.id, limits: {}, unreadable: undefined })
    expect(got(await profiles.read(bad.token))).toMatchObject({ unreadable })
    const refused = await scripts.execute({ profile_id: bad.token, script: 'set_result(1)' }, noHeaders)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('limits.concurrency, limits.later') },
    })
    // A script that was accepted before waits, and holds up nobody.
    await db.execution.updateMany({ where: { principalId: bad.id }, data: { status: 'pending', instanceId: '' } })
    expect(await world.settled(await world.execute(good.token, 'set_result(2)'))).toMatchObject({ result: 2 })
    expect(await db.execution.count({ where: { principalId: bad.id, status: 'pending' } })).toBe(1)
  }
})
