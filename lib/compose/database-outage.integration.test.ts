import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { readServerRecord, whatRuns } from '#lib/platform/server/db/embedded/server-process.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { writeCurrentKey } from '#lib/platform/server/vault/current-key.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { memoryFolder } from '../../scripts/testing/memory-folder.ts'
import { compose } from './compose.ts'
import { endlessSkill } from './testing/endless-skill.ts'
import { loadRoute } from './testing/load-route.ts'
import { serveRoutes } from './testing/serve-routes.ts'

const origin = 'http://localhost:3000'

test('without its database, the app answers 503 everywhere and logs little; without the key, it takes no work', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(memoryFolder(), 'travel-outage-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  // Root runs the server as another user.
  chmodSync(folder, 0o711)
  const database = stack.use(await acquireDatabase({ dataDir: join(folder, 'server'), durable: false }))
  const lines: { readonly at: number; readonly msg: string }[] = []
  const destination = new Writable({
    write(line, _, done) {
      lines.push({ at: performance.now(), msg: JSON.parse(String(line)).msg })
      done()
    },
  })
  const variables = {
    DATABASE_URL: database.url,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
  }
  const skillsDir = join(folder, 'skills')
  mkdirSync(skillsDir)
  const services = stack.use(
    await compose({
      ...{ env: readEnv(variables), projectRoot: findProjectRoot(), skillsDir, takesOver: true },
      skillsFirst: fixedSkills(endlessSkill),
      log: createLogger({ level: 'warn', destination }),
    }),
  )
  stack.use(serveRoutes(async () => services))

  const begun = got(await services.auth.beginGuest(new Headers()))
  await services.db.user.updateMany({ data: { role: 'operator' } })
  const { key } = got(
    await services.agentKeys.create(commandLine, { slug: 'voice', skills: ['*'], source: 'main', description: '' }),
  )
  const { profile_id: profile } = got(
    await services.profiles.create({ description: 'x', hosts: [], keys: [] }, 'local'),
  )
  const row = await services.db.profile.findFirstOrThrow()
  const { version } = got(await services.manageProfiles.change(commandLine, row.id, {}))
  got(await services.manageProfiles.lock(commandLine, row.id, { version }))
  const script = { profile_id: profile, script: '1', language: 'javascript' } as const
  const { executionToken } = got(await services.scripts.execute(script, new Headers()))

  const cookie = `${begun.cookie.name}=${begun.cookie.value}`
  const authorization = `Bearer ${key}`
  type Call = { headers?: Record<string, string>; body?: object; params?: Record<string, string | string[]> }
  const ask = async (path: string, { headers, body, params = {} }: Call) => {
    const [route = '', query = ''] = path.split('?')
    const method = body === undefined ? 'GET' : 'POST'
    const handler = await loadRoute(route, method)
    const address = route.replace(/\[(?:\.{3})?(\w+)\]/g, (_, name: string) => String(params[name]))
    const request = new Request(`${origin}/${address}?${query}`, {
      ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
      headers: { host: 'localhost:3000', origin, accept: '*/*', 'content-type': 'application/json', ...headers },
    })
    const response = await handler(request, { params: Promise.resolve(params) })
    const text = await response.text()
    return { status: response.status, again: response.headers.get('retry-after'), text }
  }
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const mcp = {
    headers: { authorization, accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
  }
  const doors = {
    console: () => ask('api/console/[...path]', { headers: { cookie }, params: { path: ['agent-keys'] } }),
    execute: () => ask('execute', { body: script }),
    execution: () => ask('executions/[id]', { params: { id: executionToken } }),
    mcp: () => ask('mcp', mcp),
    search: () => ask(`api/search/flights?origin=SEA&destination=NRT&date=${inDays(60)}`, { headers: { cookie } }),
    tools: () =>
      ask('api/agents/[slug]/tools/call', {
        ...{ headers: { authorization }, body: { name: 'say', arguments: {} }, params: { slug: 'voice' } },
      }),
  }
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(doors).map(async ([name, door]) => [name, (await door()).status])),
    )
  const before = await statuses()
  // The library of the queue does not catch the failure to complete a job.
  const jobs = () =>
    services.db.$queryRaw`select from graphile_worker.jobs where locked_at is not null or run_at < now()`
  await expect.poll(jobs).toEqual([])

  const record = readServerRecord(database.folder ?? '')
  if (record === undefined) throw new Error('The server has no record.')
  process.kill(record.pid, 'SIGINT')
  await expect.poll(() => whatRuns(record.pid)).not.toBe('postgres')
  const since = performance.now()
  for (const [name, door] of Object.entries(doors)) {
    for (const { status, again, text } of await Promise.all(Array.from({ length: 10 }, door))) {
      expect({ name, status, again, text }).toMatchObject({ status: 503, again: '5' })
      expect(JSON.parse(text).error).toMatchObject({ code: 'DATABASE_UNAVAILABLE', fault: 'operator' })
    }
  }
  const failures = lines.filter(({ at, msg }) => at > since && msg === 'A route failed')
  expect(failures.length).toBeGreaterThan(0)
  // One each second: a line can be written late, so the time between two lines can be shorter.
  expect(failures.length).toBeLessThanOrEqual(Math.floor((performance.now() - since) / 1000) + 1)

  await database.revive()
  await expect.poll(statuses).toEqual(before)
  const health = async () => {
    const { checks, problems } = await services.health()
    return { ...checks, problems }
  }
  await expect.poll(health).toMatchObject({ database: 'ok', gateway: 'ok' })

  // Another process has rotated the key of the vault.
  const { id: current } = services.vault.ring().newest
  await services.db.$transaction((tx) => writeCurrentKey(tx, 'another'))
  const problems = [expect.stringContaining('The key another of the vault is missing here')]
  await expect.poll(health).toMatchObject({ database: 'ok', gateway: 'failing', problems })
  const { executionToken: waiting } = got(await services.scripts.execute(script, new Headers()))
  const view = await ask('executions/[id]?wait=1', { params: { id: waiting } })
  expect(JSON.parse(view.text)).toMatchObject({ status: 'pending' })
  await services.db.$transaction((tx) => writeCurrentKey(tx, current))
  await expect.poll(health).toMatchObject({ gateway: 'ok' })
  const done = async () => JSON.parse((await ask('executions/[id]', { params: { id: waiting } })).text).status
  await expect.poll(done).toBe('completed')
})
