import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import { Answers, type ContainerEnd, type ContainerRun } from './messages.ts'
import { createWorkerLink } from './worker-link.ts'

test('a worker whose folder was removed is replaced, and the next one has a folder again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'worker-'))
  const replaced = Promise.withResolvers<void>()
  const link = createWorkerLink({
    workerPath: resolve('runner/runtimes/container/worker.ts'),
    data: {
      engine: { kind: 'socket', path: join(root, 'no-engine') },
      engineTimeoutMs: 30_000,
      instance: 'inst_test',
      caFolder: join(root, 'ca'),
      socketRoot: join(root, 'run'),
      relayImage: 'base:1',
      subnets: '10.213.0.0/16',
    },
    log: silentLog,
    replaced: replaced.resolve,
  })
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(root, { recursive: true }))
  cleanup.defer(link.close)
  // The worker answers, so it has made its folder.
  await expect(link.ask({ type: 'describe' }, Answers.describe)).rejects.toThrow()
  const folder = join(root, 'run', 'inst_test')
  await rm(folder, { recursive: true })

  const ended = Promise.withResolvers<ContainerEnd>()
  const run: ContainerRun = {
    ...{ id: 'exec_1', image: 'skill:1', egress: 'socket', hasHarness: true, memoryMb: 32, cpus: 1 },
    ...{ outputBytes: 1000, lifetimeMs: 1000, hosts: [], secrets: {}, stdin: '' },
  }
  link.run(run, { call() {}, stopped() {}, ended: ended.resolve, gone() {} })
  expect(await ended.promise).toMatchObject({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE' })
  await replaced.promise
  expect(existsSync(join(folder, 'ca.pem'))).toBe(true)
})
