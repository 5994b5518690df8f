import { expect, onTestFinished, test, vi } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const language = 'javascript' as const
const call = (token: string) => ({ executionToken: token, headers: noHeaders })

test('the same idempotency key and request of one profile give one execution', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  const other = await world.profile()
  const request = { profile_id: token, script: 'set_result(1)', language, idempotency_key: 'once' }
  const all = await Promise.all(Array.from({ length: 5 }, () => world.scripts.execute(request, noHeaders)))
  const [id = ''] = new Set(all.map((one) => got(one).executionToken))
  expect(new Set(all.map((one) => got(one).executionToken)).size).toBe(1)
  await world.settled(id)
  expect(await world.scripts.execute(request, noHeaders)).toMatchObject({
    value: { executionToken: id, status: 'completed' },
  })
  expect(await world.scripts.execute({ ...request, script: 'set_result(2)' }, noHeaders)).toMatchObject({
    error: { code: 'CONFLICT', details: { idempotency_key: expect.any(String) } },
  })
  expect(got(await world.scripts.execute({ ...request, profile_id: other.token }, noHeaders)).executionToken).not.toBe(
    id,
  )
  expect(await world.db.execution.count()).toBe(2)
})

test('with cache_s a stored result answers the same script until it is too old or the profile changes', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token, id: profileId } = await world.profile()
  const script = 'set_result(Math.random())'
  const first = await world.execute(token, script)
  await world.settled(first)
  const ask = async (more: object = {}) =>
    got(await world.scripts.execute({ profile_id: token, script, language, cache_s: 60, ...more }, noHeaders))
  expect(await ask()).toMatchObject({ executionToken: first, status: 'completed', isCached: true })
  expect((await ask({ script: `${script} ` })).isCached).toBe(false)
  expect((await ask({ timeout: 5 })).isCached).toBe(false)
  await world.db.profile.update({ where: { id: profileId }, data: { version: { increment: 1 } } })
  const next = await ask()
  expect(next.isCached).toBe(false)
  await world.settled(next.executionToken)
  expect(await ask()).toMatchObject({ executionToken: next.executionToken, isCached: true })
  world.pass(61_000)
  expect((await ask()).isCached).toBe(false)
  // Each cached answer has an audit row.
  const answered = await world.db.auditEvent.count({ where: { action: 'skill.answered' } })
  expect(answered).toBe(2)
})

test('concurrent requests with one new key and cache_s all get the stored result', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  const first = await world.execute(token, 'set_result(1)')
  await world.settled(first)
  const request = {
    profile_id: token,
    script: 'set_result(1)',
    language,
    cache_s: 60,
    idempotency_key: 'once',
  } as const
  const all = await Promise.all(Array.from({ length: 5 }, () => world.scripts.execute(request, noHeaders)))
  expect(all.map((one) => got(one).executionToken)).toEqual(Array(5).fill(first))
  expect(all.map((one) => got(one).status)).toEqual(Array(5).fill('completed'))
})

test('refuses executions with a retry time while too many are pending, and accepts them again later', async () => {
  await using world = await openScriptWorld({ runtime: runtime(), works: false })
  const { token } = await world.profile()
  const known = { profile_id: token, script: 'set_result(1)', language, idempotency_key: 'once' } as const
  const earlier = got(await world.scripts.execute(known, noHeaders))
  await world.db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, input, instance_id)
    select 'exec_fill' || n, skill, version, skill_digest, action, principal_id, source, trust, status, input, instance_id
    from executions, generate_series(1, 2000) as n`
  const refused = await world.scripts.execute({ profile_id: token, script: 'set_result(1)', language }, noHeaders)
  expect(refused).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' }, retryAfterMs: expect.any(Number) })
  // A known key creates no execution.
  expect(got(await world.scripts.execute(known, noHeaders)).executionToken).toBe(earlier.executionToken)
  expect(await world.scripts.execute({ ...known, script: 'set_result(2)' }, noHeaders)).toMatchObject({
    error: { code: 'CONFLICT' },
  })
  expect(await world.scripts.execute({ ...known, idempotency_key: 'new' }, noHeaders)).toMatchObject({
    error: { code: 'RATE_LIMITED' },
  })
  const other = await world.profile()
  expect(
    await world.scripts.execute({ profile_id: other.token, script: 'set_result(1)', language }, noHeaders),
  ).toMatchObject({
    ok: true,
  })
  await world.db.execution.deleteMany({ where: { id: { startsWith: 'exec_fill' } } })
  await world.execute(token, 'set_result(1)')
})

test('cancels pending, running and waiting executions, and refuses to cancel ended ones', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile({ limits: { concurrency: 1, fuel: 200_000, timeout_s: 120 } })
  const waiting = await world.execute(token, 'await llm.complete("?")')
  await world.settled(waiting)
  const running = await world.execute(token, 'for (;;);')
  const pending = await world.execute(token, 'set_result(1)')
  const statusOf = async (id: string) => got(await world.scripts.read(call(id))).view.status
  await expect.poll(() => statusOf(running)).toBe('running')
  expect(await statusOf(pending)).toBe('pending')
  for (const id of [pending, running, waiting]) {
    // On a busy machine, an answer may come before the script has stopped.
    await expect
      .poll(() => world.scripts.cancel(call(id)))
      .toMatchObject({ value: { status: 'error', error_code: 'CANCELLED' } })
    expect(await world.scripts.cancel(call(id))).toMatchObject({ ok: true })
    expect(await world.scripts.respond(call(id), { response: 'x' })).toMatchObject({ error: { code: 'CONFLICT' } })
  }
  const done = await world.execute(token, 'set_result(1)')
  await world.settled(done)
  expect(await world.scripts.cancel(call(done))).toMatchObject({ error: { code: 'CONFLICT' } })
})

test('accepts one of two concurrent answers, and refuses an answer to an earlier request', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  const id = await world.execute(token, 'set_result([await llm.complete("a"), await llm.complete("b")])')
  const first = await world.settled(id)
  if (first.status !== 'awaiting_llm') throw new Error(first.status)
  const { number } = first.llm_request
  const both = await Promise.all(
    ['one', 'two'].map((response) => world.scripts.respond(call(id), { response, number })),
  )
  expect(both.filter(({ ok }) => ok).length).toBe(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } })
  await world.settled(id)
  expect(await world.scripts.respond(call(id), { response: 'late', number })).toMatchObject({
    error: { code: 'CONFLICT' },
  })
  expect(await world.scripts.respond(call(id), { response: 'which?' })).toMatchObject({
    error: { code: 'INVALID_INPUT', details: { number: expect.stringContaining('from the second one on') } },
  })
  const second = await world.settled(id)
  if (second.status !== 'awaiting_llm') throw new Error(second.status)
  const { number: next } = second.llm_request
  await world.scripts.respond(call(id), { error: 'I know no model of this name', number: next })
  expect(await world.settled(id)).toMatchObject({
    status: 'error',
    error: 'Error: I know no model of this name',
    error_line: 1,
  })
})

test('a profile never exceeds its concurrency limit across processes, and other profiles can still run', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  await using _second = await world.open()
  const limits = { concurrency: 2, timeout_s: 600 }
  const busy = await world.profile({ limits })
  const ids = await Promise.all(Array.from({ length: 6 }, () => world.execute(busy.token, 'for (;;);')))
  const running = () => world.db.execution.count({ where: { principalId: busy.id, status: 'running' } })
  await expect.poll(running).toBe(2)
  const other = await world.profile({ limits: { timeout_s: 600 } })
  expect(await world.settled(await world.execute(other.token, 'set_result(1)'))).toMatchObject({ status: 'completed' })
  expect(await running()).toBeLessThanOrEqual(2)
  await Promise.all(ids.map((id) => world.scripts.cancel(call(id))))
  await expect.poll(running).toBe(0)
})

test('revoking a profile ends its pending and waiting executions, and those that run in any process', async () => {
  await using world = await openScriptWorld({ runtime: runtime(), works: false })
  await using other = await world.open({ works: true })
  const { token, id } = await world.profile({ limits: { concurrency: 1, fuel: 200_000, timeout_s: 120 } })
  await world.settled(await world.execute(token, 'await llm.complete("?")'))
  await world.execute(token, 'for (;;);')
  await expect.poll(() => world.db.execution.count({ where: { status: 'running' } })).toBe(1)
  await world.execute(token, 'set_result(1)')
  await world.manage.revoke(operator, id)
  await expect.poll(() => world.db.execution.count({ where: { status: 'error', errorCode: 'CANCELLED' } })).toBe(3)
  expect(other.durable.instanceId).not.toBe(world.process.durable.instanceId)
})

test('a waiting execution of a revoked profile ends even if the process that revoked it died before it ended it', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token, id } = await world.profile()
  await world.settled(await world.execute(token, 'await llm.complete("?")'))
  await world.db.profile.update({ where: { id }, data: { revokedAt: new Date() } })
  await expect.poll(() => world.db.execution.findFirst()).toMatchObject({ status: 'error', errorCode: 'CANCELLED' })
})

test('a read that waits returns when the agent can act; with an etag, it returns when the view changes', async () => {
  await using world = await openScriptWorld({ runtime: runtime(), works: false })
  const { token } = await world.profile()
  const id = await world.execute(token, 'set_result(await llm.complete("?"))')
  const { signal } = new AbortController()
  // Longer than the test timeout.
  const wait = async (known?: string) => got(await world.scripts.read(call(id), { ms: 600_000, known, signal }))
  const first = wait()
  await using _worker = await world.open({ works: true })
  const { view, etag } = await first
  expect(view.status).toBe('awaiting_llm')

  let isAnswered = false
  const next = wait(etag).finally(() => {
    isAnswered = true
  })
  expect(await wait('"another etag"')).toEqual(await first)
  expect(got(await world.scripts.read(call(id))).etag).toBe(etag)
  expect(isAnswered).toBe(false)
  got(await world.scripts.respond(call(id), { response: 'This.' }))
  expect((await next).etag).not.toBe(etag)

  const ended = await wait()
  expect(ended.view).toMatchObject({ status: 'completed', result: 'This.' })
  expect(await wait(ended.etag)).toEqual(ended)
})

test('a script that its own process does not start is started by another at once', async () => {
  // The look for missed scripts never comes.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await openScriptWorld({ works: false })
  await using _worker = await world.open({ works: true })
  const { token } = await world.profile()
  expect((await world.settled(await world.execute(token, 'set_result(1)'))).status).toBe('completed')
})

test('a process that ends answers the reads that wait', async () => {
  const stopping = new AbortController()
  await using world = await openScriptWorld({ runtime: runtime(), works: false, stopping: stopping.signal })
  const { token } = await world.profile()
  const id = await world.execute(token, 'set_result(1)')
  const { signal } = new AbortController()
  // Longer than the test timeout.
  const waiting = world.scripts.read(call(id), { ms: 600_000, known: undefined, signal })
  stopping.abort()
  expect(got(await waiting).view.status).toBe('pending')
})
