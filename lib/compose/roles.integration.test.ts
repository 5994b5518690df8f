import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { addJob } from '#lib/platform/server/queue/jobs.ts'
import { deliveryTask } from '#lib/skills/server/messages/delivery-jobs.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { findFreePort } from '../../scripts/free-port.ts'

const Started = z.object({ port: z.int(), profile: z.string() })
const Accepted = z.object({ execution_id: z.string() })

test('a web process leaves scripts to a worker, which answers only /health and /metrics and survives an outage', async () => {
  await using cleanup = new AsyncDisposableStack()
  const database = cleanup.use(await createCheckedDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-test-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const start = (program: string, settings: Readonly<Record<string, string>>): ChildProcess => {
    const child = fork(join(import.meta.dirname, program), {
      cwd: findProjectRoot(),
      env: {
        ...process.env,
        ...database.settings,
        TRAVEL_DATA_DIR: dataDir,
        TRAVEL_WORKERS: '1',
        TRAVEL_CONTAINER_RUNTIME: 'off',
        ...settings,
      },
    })
    cleanup.defer(() => void child.kill('SIGKILL'))
    return child
  }
  const [started] = await once(start('testing/agents-app.ts', { TRAVEL_ROLE: 'web' }), 'message')
  const { port, profile } = Started.parse(started)
  const web = `http://127.0.0.1:${port}`
  const execute = async () => {
    const body = JSON.stringify({ profile_id: profile, script: 'set_result(1)', language: 'javascript' })
    const response = await fetch(`${web}/execute`, { method: 'POST', body })
    return Accepted.parse(await response.json()).execution_id
  }
  const read = async (id: string, waitS: number) => (await fetch(`${web}/executions/${id}?wait=${waitS}`)).json()

  const script = await execute()
  // Longer than a process that works takes to find a script whose message was lost.
  expect(await read(script, 6)).toMatchObject({ status: 'pending' })

  const workerPort = await findFreePort()
  const worker = start('work.ts', { TRAVEL_ROLE: 'worker', PORT: String(workerPort), HOST: '127.0.0.1' })
  expect(await read(script, 60)).toMatchObject({ status: 'completed', result: 1 })
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${workerPort}${path}`, { headers })
    return { status: response.status, text: await response.text(), asks: response.headers.get('www-authenticate') }
  }
  await expect.poll(() => ask('/health').catch(String)).toMatchObject({ status: 200 })
  expect(JSON.parse((await ask('/health')).text)).toMatchObject({ status: 'ok' })
  expect(await ask('/metrics')).toMatchObject({
    status: 200,
    asks: null,
    text: expect.stringContaining('travel_executions'),
  })
  // Passed on by a proxy on this machine, whose client may be anywhere.
  expect(await ask('/metrics', { 'x-forwarded-for': '10.0.0.1' })).toMatchObject({ status: 401, asks: 'Bearer' })
  // A page whose name was rebound to this machine.
  const rebound = Promise.withResolvers<number | undefined>()
  get({ port: workerPort, path: '/metrics', headers: { host: `evil.example:${workerPort}` } }, (response) => {
    response.resume()
    rebound.resolve(response.statusCode)
  }).on('error', rebound.reject)
  expect(await rebound.promise).toBe(401)
  expect(await ask('/')).toMatchObject({ status: 404 })

  // Announced by the web process, not found by a look at the database.
  expect(await read(await execute(), 60)).toMatchObject({ status: 'completed' })

  // The database refuses to record the end of a job, as in an outage: the worker goes on.
  const { client: db } = database
  await db.$executeRaw`create sequence refused_ends`
  await db.$executeRaw`create function refuse() returns trigger language plpgsql as
    $$ begin perform nextval('refused_ends'); raise exception 'refused'; end $$`
  await db.$executeRaw`create trigger refuse before delete or update of last_error on graphile_worker._private_jobs
    for each row execute function refuse()`
  await addJob(db, { task: deliveryTask, payload: { id: 'none' }, key: 'none' })
  const readRefused = () => db.$queryRaw`select is_called as "isRefused" from refused_ends`
  await expect.poll(readRefused, { timeout: 30_000 }).toEqual([{ isRefused: true }])
  expect(await read(await execute(), 60)).toMatchObject({ status: 'completed' })

  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await read(await execute(), 0)).toMatchObject({ status: 'pending' })
})
