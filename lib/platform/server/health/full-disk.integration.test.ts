import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compose } from '#lib/compose/compose.ts'
import { need } from '../../../../scripts/testing/needs.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { readServerRecord, whatRuns } from '../db/embedded/server-process.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-disk-'))
// Root runs the database as another user.
chmodSync(folder, 0o711)
const disk = join(folder, 'disk')
mkdirSync(disk)
/** Whether a separate file system could be mounted: only root can do that, and not in every container. */
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0711', 'tmpfs', disk]).status === 0

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk])
  rmSync(folder, { recursive: true, force: true })
})

test(
  'an app with a full disk reports it as unhealthy and recovers once space is free',
  need(isMounted, 'a separate file system', 'run them on Linux as root with the capability SYS_ADMIN'),
  async () => {
    await using stack = new AsyncDisposableStack()
    const settings = { TRAVEL_DATA_DIR: join(disk, 'data'), TRAVEL_WORKERS: '1', TRAVEL_CONTAINER_RUNTIME: 'off' }
    const log = createLogger({ level: 'silent' })
    const skillsDir = join(folder, 'skills')
    mkdirSync(skillsDir)
    const services = stack.use(
      await compose({ env: readEnv(settings), projectRoot: findProjectRoot(), skillsDir, log }),
    )
    const status = async () => (await services.health()).status
    expect(await status()).toBe('ok')

    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'large'), Buffer.alloc(bavail * bsize))
    await expect.poll(status).toBe('failing')
    expect(await services.health()).toMatchObject({
      checks: { disk: 'failing' },
      problems: [expect.stringMatching(/^The disk of this app is full \(0 MB free, .* free disk space\.$/)],
    })

    rmSync(join(disk, 'large'))
    await expect.poll(status).toBe('ok')
  },
)

test(
  'a database server on a full disk fails to start, names the full disk, and starts once space is free',
  need(isMounted, 'a separate file system', 'run them on Linux as root with the capability SYS_ADMIN'),
  async () => {
    await using database = await acquireDatabase({ dataDir: join(disk, 'other'), outsideFolder: join(disk, 'outside') })
    const cluster = database.folder ?? ''
    const record = readServerRecord(cluster)
    if (record === undefined) throw new Error('The server has no record.')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'large'), Buffer.alloc(bavail * bsize))
    process.kill(record.pid, 'SIGKILL')
    await expect.poll(() => whatRuns(record.pid)).toBe('gone')

    const failure = `The database server did not start. The disk of this app is full (0 MB free, 64 MB needed): the operator must free disk space. It holds ${cluster}.`
    await expect(database.revive()).rejects.toThrow(failure)
    await expect(database.revive()).rejects.toThrow(failure)
    rmSync(join(disk, 'large'))
    await database.revive()
    expect(readServerRecord(cluster)?.pid).not.toBe(record.pid)
  },
)
