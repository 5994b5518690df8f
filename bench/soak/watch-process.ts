import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '../../e2e/support/database.ts'
import type { DatabaseClient } from '../../lib/platform/server/db/client.ts'
import { processMs } from '../process/processor-time.ts'
import type { OpenApp } from '../web/open-app.ts'

const pollMs = 100

/** Looks at a process of the app that has loaded `tell-heap.ts`. */
export const watchProcess = (pid: number, heapFile: string, { dataDir, databaseUrl }: OpenApp) => ({
  rssBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
  /** Since the start of the process. */
  cpuMs: () => processMs(pid),
  /** What the main thread's objects and buffers take after a collection. */
  async heapBytes(): Promise<number> {
    await rm(heapFile, { force: true })
    process.kill(pid, 'SIGUSR2')
    while (!((statSync(heapFile, { throwIfNoEntry: false })?.size ?? 0) > 0)) await wait(pollMs)
    return Number(readFileSync(heapFile, 'utf8'))
  },
  /** What the database and all other files of the app take. */
  async diskBytes(): Promise<number> {
    const size = (db: DatabaseClient) =>
      db.$queryRaw<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
    return Number((await withDatabase(size, databaseUrl))[0]?.bytes) + filesBytes(dataDir)
  },
})

/** Without the folder of the database, whose logs of changes grow and shrink by themselves. */
function filesBytes(folder: string): number {
  const names = readdirSync(folder)
  if (names.includes('PG_VERSION')) return 0
  return names.reduce((sum, name) => {
    const about = statSync(join(folder, name), { throwIfNoEntry: false })
    if (about?.isDirectory()) return sum + filesBytes(join(folder, name))
    return sum + (about?.isFile() ? about.size : 0)
  }, 0)
}
