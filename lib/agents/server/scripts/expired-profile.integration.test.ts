import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const host = 'api.example.com'
const dayMs = 24 * 60 * 60_000

/** How a profile ends while its script runs. */
const ends: Readonly<Record<string, (world: ScriptWorld, id: string) => Promise<unknown>>> = {
  'its time has come': async (world) => world.pass(2 * dayMs),
  'an operator has set an earlier expiry': async (world, id) =>
    got(await world.manage.change(operator, id, { expires_at: '2020-01-01T00:00:00Z' })),
  'its row says revoked, and no message came': (world, id) =>
    world.db.profile.update({ where: { id }, data: { revokedAt: new Date() } }),
}

test.each(Object.keys(ends))('a running script sends nothing after its profile has ended: %s', async (how) => {
  const sent: string[] = []
  let world: ScriptWorld | undefined
  let id = ''
  await using provider = await openHttpServer(async (request, response) => {
    sent.push(request.url ?? '')
    if (world) await ends[how]?.(world, id)
    response.end('{}')
  })
  await using opened = await openScriptWorld({ runtime: runtime(), provider: provider.url })
  const expires_at = new Date(Date.now() + dayMs).toISOString()
  const profile = await opened.profile({ hosts: [host], limits: { timeout_s: 600 } })
  got(await opened.manage.change(operator, profile.id, { expires_at }))
  world = opened
  id = profile.id
  const script = `
    for (const path of ['first', 'second']) {
      try { await fetch('https://${host}/' + path) } catch {}
    }
    set_result('continued')`
  await opened.execute(profile.token, script)
  const rows = () => opened.db.execution.findMany({ select: { errorCode: true } })
  // CANCELLED: the process noticed the end by itself before the next host call.
  await expect.poll(rows).toEqual([{ errorCode: expect.stringMatching(/^(FORBIDDEN|CANCELLED)$/) }])
  expect(sent).toEqual(['/first'])
})

test('a request that is under way when the profile expires is ended, not awaited', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  // Never answers.
  await using provider = await openHttpServer(() => resolve())
  await using world = await openScriptWorld({ runtime: runtime(), provider: provider.url })
  const profile = await world.profile({ hosts: [host], limits: { timeout_s: 600 } })
  const token = await world.execute(profile.token, `await fetch('https://${host}/')`)
  await asked
  got(await world.manage.change(operator, profile.id, { expires_at: '2020-01-01T00:00:00Z' }))
  expect(await world.settled(token)).toMatchObject({ status: 'error' })
  expect(await world.db.execution.findMany()).toMatchObject([{ errorCode: 'CANCELLED' }])
})

test.each([
  ['the profile expires first', 300_000, {}, 300_000],
  ['the limit of its profile is shorter', 3_600_000, {}, 600_000],
  ['its own limit is shorter', 300_000, { timeout: 5 }, 5_000],
])(
  'the deadline of a script is the earlier of its limit and the expiry of the profile: %s',
  async (_, leftMs, own, most) => {
    await using world = await openScriptWorld({ runtime: runtime() })
    const profile = await world.profile({ limits: { timeout_s: 600 } })
    const expires_at = new Date(world.now() + leftMs).toISOString()
    got(await world.manage.change(operator, profile.id, { expires_at }))
    const token = await world.execute(profile.token, 'set_result(1)', own)
    expect(await world.settled(token)).toMatchObject({ status: 'completed' })
    const [row] = await world.db.execution.findMany({ select: { replay: true } })
    const { timeoutMs } = Object(Object(row?.replay).limits)
    expect(timeoutMs).toBeLessThanOrEqual(most)
    expect(timeoutMs).toBeGreaterThan(0)
  },
)

test('a script that waits for its model ends when the profile expires, and says until when it waits', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const profile = await world.profile()
  const expires_at = new Date(world.now() + dayMs / 2).toISOString()
  got(await world.manage.change(operator, profile.id, { expires_at }))
  const token = await world.execute(profile.token, "await llm.complete('Hi')")
  expect(await world.settled(token)).toMatchObject({ status: 'awaiting_llm', expires_at })
  world.pass(dayMs / 2)
  const rows = () => world.db.execution.findMany({ select: { status: true, errorCode: true } })
  await expect.poll(rows).toEqual([{ status: 'error', errorCode: 'FORBIDDEN' }])
})
