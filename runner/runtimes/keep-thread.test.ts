import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { keepThread } from './keep-thread.ts'
import { silentLog } from './quickjs/testing/silent-log.ts'

test('a thread has nothing of the environment but the folder of compiled modules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-thread-'))
  const path = join(folder, 'thread.mjs')
  await writeFile(path, "import { parentPort } from 'node:worker_threads'\nparentPort.postMessage(process.env)\n")
  vi.stubEnv('ENCRYPTION_KEY', 'secret')
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  const { promise: environment, resolve: message } = Promise.withResolvers<Record<string, string>>()
  const thread = keepThread({
    ...{ name: 'A test thread', path, workerData: undefined, resourceLimits: {}, log: silentLog },
    ...{ schema: z.record(z.string(), z.string()), message, gone() {} },
  })
  try {
    expect(await environment).toEqual({ NODE_COMPILE_CACHE: folder })
  } finally {
    await thread.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  }
})
