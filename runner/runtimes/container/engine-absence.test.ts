import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import { createContainerRuntime } from './create-container-runtime.ts'
import { engineAbsence } from './engine-absence.ts'

test('says that there is no engine in the words of a connection that fails', async () => {
  expect(await engineAbsence({ kind: 'socket', path: '/nowhere/engine.sock' })).toBe(
    'no engine answers (ENOENT): it could not describe itself',
  )
})

test('leaves an engine that may be there to a connection', async () => {
  expect(await engineAbsence({ kind: 'socket', path: tmpdir() })).toBeUndefined()
  expect(await engineAbsence({ kind: 'tcp', host: '127.0.0.1', port: 1 })).toBeUndefined()
})

test('a runtime without an engine is off and starts no worker, and starts one when the engine is there', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'absence-'))
  stack.defer(() => rm(folder, { recursive: true }))
  let [now, loaded] = [0, 0]
  let absence: string | undefined = 'no engine answers'
  const runtime = stack.use(
    createContainerRuntime({
      imagesCommand: 'travel skill images',
      workerPath: resolve('runner/runtimes/container/testing/asking-worker.ts'),
      engine: { kind: 'socket', path: '/nowhere' },
      absence: async () => absence,
      egress: ['socket'],
      caFolder: folder,
      socketRoot: folder,
      instance: 'inst_test',
      liveInstances: async () => new Set(),
      loadImages: async () => {
        loaded += 1
        return { imageOf: () => ({ tag: 'script:1' }), probe: { tag: 'base:1' } }
      },
      clock: { now: () => now, monotonic: () => now },
      log: silentLog,
      retryMs: 1000,
    }),
  )
  expect(await runtime.status()).toMatchObject({
    kind: 'off',
    reason: 'no engine answers',
    remedy: expect.stringContaining('install Docker'),
  })
  expect(loaded).toBe(0)
  absence = undefined
  now = 1000
  expect(await runtime.status()).toMatchObject({ kind: 'on' })
  expect(loaded).toBe(1)
})
