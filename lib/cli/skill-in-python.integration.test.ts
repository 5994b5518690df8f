import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { type CommandEnd, runHere, runInProcess } from './testing/run-command.ts'

const rates = { base: 'USD', date: '2026-11-19', rates: { JPY: 151.2, EUR: 0.92 } }
const results = [
  { base: 'USD', currency: 'EUR', rate: 0.92, date: '2026-11-19' },
  { base: 'USD', currency: 'JPY', rate: 151.2, date: '2026-11-19' },
]

const stack = new AsyncDisposableStack()
const asked: string[] = []
let input = ''
let settings: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  const database = stack.use(await createCheckedDatabase())
  const provider = stack.use(
    await openHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rates))
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'travel-python-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  input = join(folder, 'input.json')
  await writeFile(input, JSON.stringify({ action: 'rates', params: { base: 'USD' } }))
  settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: folder,
    TRAVEL_UPSTREAMS: JSON.stringify({ 'api.frankfurter.dev': { url: provider.url, data: 'test' } }),
    // No engine listens there.
    DOCKER_HOST: 'unix:///no/docker/engine.sock',
    LOG_LEVEL: 'info',
  }
})
afterAll(() => stack.disposeAsync())

const skill = (...args: string[]): Promise<CommandEnd> =>
  runHere(['skill', ...args], { ...settings, LOG_LEVEL: 'silent' })

test('without a Docker engine, a skill in Python runs from the command line, and its execution replays', async () => {
  const run = () => runInProcess(['skill', 'run', 'currency-rates', '--input', input, '--json'], settings)
  let ran = await run()
  // On a busy machine, the skill may need a second try within its own time limit.
  while (ran.out.includes('"TIMEOUT"')) {
    asked.length = 0
    ran = await run()
  }
  expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
    0,
    { status: 'success', results, metadata: { source_api: 'api.frankfurter.dev', data: 'test', partial: false } },
  ])
  expect(asked.splice(0)).toEqual(['GET /v1/latest?base=USD'])
  const [, id = ''] = /"execution":"(exec_\w{22})"/.exec(ran.err) ?? []
  const replayed = await skill('replay', id)
  expect([replayed.code, replayed.out]).toEqual([
    0,
    expect.stringMatching(/\nIdentical \(host calls: 1, fuel: [\d.]+ units\)\.\n$/),
  ])
  expect(asked).toEqual([])
})

test('without a Docker engine, a skill in Python may run, and can name its container in vain', async () => {
  expect(await skill('why', 'currency-rates')).toMatchObject({
    code: 0,
    out: expect.stringContaining('rates: may run'),
  })
  const contained = await skill('run', 'currency-rates', '--input', input, '--json', '--runtime', 'container')
  expect([contained.code, JSON.parse(contained.out)]).toMatchObject([
    1,
    { status: 'error', error: { code: 'RUNTIME_UNAVAILABLE' } },
  ])
})
