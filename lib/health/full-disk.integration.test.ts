import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compose } from '#lib/compose/compose.ts'
import { readEnv } from '#lib/env/env.ts'
import { findProjectRoot } from '#lib/env/project-root.ts'
import { createLogger } from '#lib/log/logger.ts'
import { need } from '../../scripts/testing/needs.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-disk-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
/** Only root can mount, and not in every container. */
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
    chmodSync(folder, 0o711)
    const settings = { TRAVEL_DATA_DIR: join(disk, 'data'), TRAVEL_WORKERS: '1', TRAVEL_CONTAINER_RUNTIME: 'off' }
    const log = createLogger({ level: 'silent' })
    const services = stack.use(await compose({ env: readEnv(settings), projectRoot: findProjectRoot(), log }))
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
