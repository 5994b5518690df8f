import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { openRunning } from './open-running.ts'

test('worker threads start while the database opens, and none is left when it does not open', async () => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const threads: Worker[] = []
  const started = (thread: Worker) => void threads.push(thread)
  process.on('worker', started)
  opened.defer(() => void process.off('worker', started))
  const env = readEnv({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    TRAVEL_DATA_DIR: folder,
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
  })
  const opening = openRunning({ env, projectRoot: findProjectRoot(), log: createLogger({ level: 'silent' }) }, opened)
  await expect(opening).rejects.toThrow(/^The database does not answer .*: check DATABASE_URL and its server\.$/)
  // An ended thread has the number -1.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
})
