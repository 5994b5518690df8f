import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { openTestRuntime } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { skillOf } from '#runner/runtimes/testing/conformance/harness.ts'
import { maxConcurrency } from '../../model/profile-schema.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const search = skillOf('() => ({ results: [{ found: true }] })')
const limits = { concurrency: 1, fuel: 200_000, timeout_s: 600 }

test('a search starts immediately while endless scripts of several profiles run and more are pending', async () => {
  const count = 3
  await using world = await openScriptWorld({ skills: [search] })
  const profiles: { readonly token: string }[] = []
  while (profiles.length < count) profiles.push(await world.profile({ limits }))
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, n) => world.execute(profiles[n % count]?.token ?? '', 'for (;;);')),
  )
  const running = () => world.db.execution.count({ where: { status: 'running' } })
  await expect.poll(running).toBe(count * limits.concurrency)
  const input = { action: 'probe', params: {}, config: {} }
  const output = await world.process.durable.runner.execute('probe', input, { principal: publicPrincipal })
  expect(output).toMatchObject({ status: 'success', results: [{ found: true }] })
  // Scripts of another profile also start.
  const other = await world.profile()
  expect(await world.settled(await world.execute(other.token, 'set_result(1)'))).toMatchObject({ status: 'completed' })
  const where = { skill: 'script', principalId: { not: other.id }, finishedAt: { not: null } }
  expect(await world.db.execution.count({ where })).toBe(0)
  for (const token of ids) got(await world.scripts.cancel({ executionToken: token, headers: noHeaders }))
})

test('a script of a profile runs while four others have as many running as a profile may have', async () => {
  await using opened = new AsyncDisposableStack()
  const inner = opened.use(await openTestRuntime({ log: silentLog, workers: 0 }))
  const held = new Set<string>()
  const release = Promise.withResolvers<void>()
  opened.defer(() => release.resolve())
  let running = 0
  const run: Runtime['run'] = async (execution) => {
    if (held.has(execution.fairKey ?? '')) {
      running += 1
      await release.promise
    }
    return inner.run(execution)
  }
  const world = opened.use(await openScriptWorld({ runtime: { ...inner, run } }))
  const tokens: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { id, token } = await world.profile({ limits: { concurrency: maxConcurrency } })
    held.add(id)
    tokens.push(
      ...(await Promise.all(Array.from({ length: maxConcurrency }, () => world.execute(token, 'set_result(1)')))),
    )
  }
  await expect.poll(() => running).toBe(4 * maxConcurrency)
  const { id: principalId, token } = await world.profile()
  const other = await world.execute(token, 'set_result(1)')
  await expect.poll(() => world.db.execution.count({ where: { principalId, status: 'success' } })).toBe(1)
  release.resolve()
  for (const one of [other, ...tokens]) expect(await world.settled(one)).toMatchObject({ status: 'completed' })
})
