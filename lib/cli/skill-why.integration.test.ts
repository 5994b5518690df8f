import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { runHere } from './testing/run-command.ts'

test('explains what an installed skill may do under the configuration, and reports invalid arguments', async () => {
  await using database = await createCheckedDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-why-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const config = join(folder, 'policy.json')
  await writeFile(config, JSON.stringify({ skills: { 'flight-search': { permissions: { secrets: [] } } } }))
  const env = {
    ...database.settings,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_CONFIG: config,
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  const why = (...args: string[]) => runHere(['skill', 'why', ...args], env)

  const table = await why('flight-search', '--source', 'public')
  expect(table).toMatchObject({ code: 0, err: '' })
  expect(table.out).toContain('flight-search 0.1.0, tier local, for requests from public')
  expect(table.out).toMatch(/secrets AMADEUS_API_KEY .*no: its entry in travel\.config\.json\n/)
  expect(table.out).toMatch(/network\.egress api\.amadeus\.com .*yes\n/)

  const json: unknown = JSON.parse((await why('flight-search', '--json')).out)
  expect(json).toMatchObject({ skill: 'flight-search', source: 'main', actions: { search_flights: { may_run: true } } })

  expect(await why('fligth-search')).toMatchObject({
    code: 1,
    err: 'Unknown skill fligth-search: did you mean flight-search?\n',
  })
  expect(await why('flight-search', '--profile', 'prof_none')).toMatchObject({
    code: 1,
    err: '--profile: there is no profile prof_none: agents create profiles with POST /profiles.\n',
  })
  await writeFile(config, '{ "safeExecution": {\n  "enable": true } }')
  expect(await why('flight-search')).toMatchObject({
    code: 1,
    err: `${config}:2:3 safeExecution.enable: unknown key — did you mean "enabled"?\n`,
  })
})
