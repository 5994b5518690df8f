import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import { createContainerRuntime } from './create-container-runtime.ts'

const live = new Set(['inst_other'])
const gone = new Set<string>()

/** A runtime beside the folder of another instance, and what its looks for live instances find, in order. */
async function openBesideAnother(looks: readonly ReadonlySet<string>[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  await mkdir(join(folder, 'inst_other'))
  const left = [...looks]
  const looked = Promise.withResolvers<void>()
  const runtime = createContainerRuntime({
    imagesCommand: 'travel skill images',
    workerPath: resolve('runner/runtimes/container/testing/asking-worker.ts'),
    engine: { kind: 'socket', path: '/nowhere' },
    egress: ['socket'],
    caFolder: folder,
    socketRoot: folder,
    instance: 'inst_test',
    liveInstances: async () => {
      looked.resolve()
      return left.shift() ?? gone
    },
    loadImages: async () => ({ imageOf: () => ({ tag: 'script:1' }), probe: { tag: 'base:1' } }),
    clock: { now: Date.now, monotonic: () => performance.now() },
    log: silentLog,
    confirmGoneMs: 1,
  })
  return {
    runtime,
    looked: looked.promise,
    hasOther: () => existsSync(join(folder, 'inst_other')),
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

test.each([
  ['keeps an instance that lives', [live], true],
  ['keeps an instance that was gone only for a moment', [gone, live], true],
  ['removes an instance that is still gone after a while', [gone, gone], false],
])('a sweep %s', async (_, looks, isKept) => {
  await using opened = await openBesideAnother(looks)
  await opened.runtime.sweep()
  expect(opened.hasOther()).toBe(isKept)
})

test('a runtime that closes completes its last sweep', async () => {
  await using opened = await openBesideAnother([gone, gone])
  const swept = opened.runtime.sweep()
  await opened.looked
  await opened.runtime[Symbol.asyncDispose]()
  await swept
  expect(opened.hasOther()).toBe(false)
})
