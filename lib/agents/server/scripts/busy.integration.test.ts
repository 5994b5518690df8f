import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { skillOf } from '#runner/runtimes/testing/conformance/harness.ts'
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
