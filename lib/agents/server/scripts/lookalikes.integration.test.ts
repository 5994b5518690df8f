import { expect, test } from 'vitest'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { host, knownValue, secret } from './testing/leaks.ts'
import { openScriptWorld } from './testing/script-world.ts'

const token = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`
const script = `${knownValue}
  const token = ${JSON.stringify(token.slice(0, 9))} + ${JSON.stringify(token.slice(9))}
  console.log(token, value)
  set_result({ token, value })
`

test('results show text that only looks like a credential if the operator lets the profile; known values and lines stay masked', async () => {
  await using world = await openScriptWorld()
  const { db, manage, process, vault } = world
  got(
    await vault.credentials.create(operator, { name: 'API_KEY', use: { kind: 'plain' }, hosts: [host], value: secret }),
  )
  const profile = await world.profile({ hosts: [host], keys: ['API_KEY'] })
  const run = async () => world.settled(await world.execute(profile.token, script, { cache_s: 600 }))
  const masked = { token: '[REDACTED...7jK9]', value: '[REDACTED...4711]' }
  const stdout = `${masked.token} ${masked.value}\n`
  expect(await run()).toMatchObject({ status: 'completed', result: masked, stdout })
  got(await manage.change(operator, profile.id, { scripts: { shows_lookalikes: true } }))
  expect(await run()).toMatchObject({ status: 'completed', result: { ...masked, token }, stdout })
  const rows = await db.execution.findMany({ select: { id: true }, orderBy: { startedAt: 'asc' } })
  const recorded = rows.map(async ({ id }) => got(await readExecution(process.ports, id)).script?.shows_lookalikes)
  expect(await Promise.all(recorded)).toEqual([false, true])
})
