import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const host = 'api.example.com'

/** A provider that holds its answers back until it is released. */
async function startHolding() {
  const held = Promise.withResolvers<void>()
  const counts = { now: 0, most: 0 }
  const server = await openHttpServer(async (_, response) => {
    counts.most = Math.max(counts.most, ++counts.now)
    await held.promise
    counts.now--
    response.end()
  })
  return { ...server, counts, release: held.resolve }
}

/** On a busy machine, an answer may come before the script has stopped. */
const expectCancelled = (world: ScriptWorld, token: string) =>
  expect
    .poll(async () => got(await world.scripts.cancel({ executionToken: token, headers: noHeaders })))
    .toMatchObject({ error_code: 'CANCELLED' })

test('executions that are answered together do not exceed the concurrency limit of their profile', async () => {
  await using provider = await startHolding()
  await using world = await openScriptWorld({ runtime: runtime(), provider: provider.url })
  const profile = await world.profile({ hosts: [host], limits: { concurrency: 2 } })
  const script = `await llm.complete('?'); await fetch('https://${host}/'); set_result(1)`
  const ids = await Promise.all(Array.from({ length: 7 }, () => world.execute(profile.token, script)))
  for (const id of ids) expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
  for (const token of ids)
    got(await world.scripts.respond({ executionToken: token, headers: noHeaders }, { response: 'This.' }))
  await expect.poll(() => provider.counts.now).toBeGreaterThanOrEqual(2)
  // Another profile is not held up, and an execution that waits for its turn can be cancelled.
  const other = await world.profile()
  expect(await world.settled(await world.execute(other.token, 'set_result(1)'))).toMatchObject({ status: 'completed' })
  const last = ids.pop() ?? ''
  await expectCancelled(world, last)
  provider.release()
  for (const id of ids) expect(await world.settled(id)).toMatchObject({ status: 'completed' })
  expect(provider.counts.most).toBe(2)
})

test('answered executions wait for those of their profile that have just started', async () => {
  await using provider = await startHolding()
  await using world = await openScriptWorld({ runtime: runtime(), provider: provider.url })
  const profile = await world.profile({ hosts: [host], limits: { concurrency: 1 } })
  const call = `await fetch('https://${host}/'); set_result(1)`
  const first = await world.execute(profile.token, `await llm.complete('?'); ${call}`)
  expect(await world.settled(first)).toMatchObject({ status: 'awaiting_llm' })
  const second = await world.execute(profile.token, call)
  await expect.poll(() => provider.counts.now).toBe(1)
  got(await world.scripts.respond({ executionToken: first, headers: noHeaders }, { response: 'This.' }))
  // Long enough for the first execution to reach the provider, if it did not wait.
  const other = await world.profile()
  for (let n = 0; n < 3; n++) await world.settled(await world.execute(other.token, 'set_result(1)'))
  provider.release()
  for (const id of [first, second]) expect(await world.settled(id)).toMatchObject({ status: 'completed' })
  expect(provider.counts.most).toBe(1)
})

test('an answered execution that runs can be cancelled', async () => {
  await using provider = await startHolding()
  await using world = await openScriptWorld({ runtime: runtime(), provider: provider.url })
  const profile = await world.profile({ hosts: [host] })
  const token = await world.execute(profile.token, `await llm.complete('?'); await fetch('https://${host}/')`)
  await world.settled(token)
  got(await world.scripts.respond({ executionToken: token, headers: noHeaders }, { response: 'This.' }))
  await expect.poll(() => provider.counts.now).toBe(1)
  await expectCancelled(world, token)
})
