import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { compose } from './compose.ts'

const Started = z.object({ port: z.int(), profile: z.string() })
const Accepted = z.object({ execution_id: z.string() })

test('at SIGTERM a running script ends, nothing else begins, and the next process goes on with the rest', async () => {
  await using cleanup = new AsyncDisposableStack()
  const database = cleanup.use(await createCheckedDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-test-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const asked: string[] = []
  const answers = { '/short': Promise.withResolvers<void>(), '/long': Promise.withResolvers<void>() }
  const provider = cleanup.use(
    await openHttpServer(async ({ url = '' }, response) => {
      asked.push(url)
      await (url === '/short' ? answers['/short'] : answers['/long']).promise
      response.end('{}')
    }),
  )
  const settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
    TRAVEL_DRAIN_SECONDS: '3',
    TRAVEL_UPSTREAMS: JSON.stringify({ 'api.example.com': provider.url }),
  }
  const app = fork(join(import.meta.dirname, 'testing/agents-app.ts'), {
    cwd: findProjectRoot(),
    env: { ...process.env, ...settings },
  })
  cleanup.defer(() => void app.kill('SIGKILL'))
  const [started] = await once(app, 'message')
  const { port, profile } = Started.parse(started)
  const ask = async (path: string, script?: string) => {
    const body = JSON.stringify({ profile_id: profile, script, language: 'javascript' })
    const response = await fetch(
      `http://127.0.0.1:${port}${path}`,
      script === undefined ? {} : { method: 'POST', body },
    )
    return { status: response.status, again: response.headers.get('retry-after'), body: await response.json() }
  }
  const execute = async (path: string) => {
    const script = `await fetch('https://api.example.com${path}')\nset_result('${path}')`
    return Accepted.parse((await ask('/execute', script)).body).execution_id
  }
  const short = await execute('/short')
  await execute('/long')
  // The two run at once, so that either may ask first.
  await expect.poll(() => asked.toSorted()).toEqual(['/long', '/short'])
  // Waits for a place of its profile.
  await execute('/pending')
  const reading = ask(`/executions/${short}?wait=60`)
  const ended = once(app, 'exit')

  app.kill('SIGTERM')
  await expect.poll(() => ask('/health')).toMatchObject({ status: 503, body: { status: 'draining' } })
  const error = { code: 'DATABASE_UNAVAILABLE', reason: 'stopping', fault: 'operator' }
  expect(await ask('/execute', 'set_result(1)')).toMatchObject({ status: 503, again: '5', body: { error } })
  answers['/short'].resolve()
  expect(await reading).toMatchObject({ status: 200, body: { status: 'completed', result: '/short' } })
  expect(await ended).toEqual([0, null])
  const statuses = async () => {
    const rows = await database.client.execution.findMany({ orderBy: { startedAt: 'asc' } })
    return rows.map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['success', 'running', 'pending'])
  expect(asked).toHaveLength(2)

  answers['/long'].resolve()
  const log = createLogger({ level: 'silent' })
  cleanup.use(await compose({ env: readEnv(settings), projectRoot: findProjectRoot(), log, takesOver: true }))
  await expect.poll(statuses).toEqual(['success', 'success', 'success'])
})
