import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { connectEngine, type Labelled } from '#runner/runtimes/container/engine.ts'
import { ownerOf } from '#runner/runtimes/container/labels.ts'
import { engineAddress, needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import { compose } from './compose.ts'

const soon = { timeout: 240_000, interval: 500 }
/** The time within which the sweep removes the leftovers of a dead instance. */
const sweptMs = 120_000

describe('a killed app (needs a Docker engine)', needsEngine, () => {
  test('the next app removes its containers, networks and folders, and ends its executions', async () => {
    await using cleanup = new AsyncDisposableStack()
    const database = cleanup.use(await createCheckedDatabase())
    const dataDir = await mkdtemp(join(tmpdir(), 'travel-test-'))
    cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
    const settings = {
      ...database.settings,
      TRAVEL_DATA_DIR: dataDir,
      TRAVEL_WORKERS: '1',
      // The mode with the most to remove: each container has a network, and all share a relay.
      TRAVEL_CONTAINER_RUNTIME: 'bridge',
    }
    const engine = connectEngine({ address: engineAddress, timeoutMs: 90_000 })
    const doomed = spawn(process.execPath, [join(import.meta.dirname, 'testing/doomed-instance.ts')], {
      cwd: findProjectRoot(),
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    cleanup.defer(() => {
      doomed.kill('SIGKILL')
    })
    const instances = async () => {
      const rows = await database.client.execution.findMany({ select: { instanceId: true } })
      return new Set(rows.map(({ instanceId }) => instanceId))
    }
    const ownOf = async (all: Promise<readonly Labelled[]>) => {
      const ours = await instances()
      return (await all).filter(({ labels }) => ours.has(ownerOf(labels)?.instance ?? ''))
    }
    const containers = async () => ownOf(engine.containers())
    const networks = async () => ownOf(engine.networks())
    // The execution and the relay. The execution computes until the next app removes it.
    await expect.poll(async () => (await containers()).length, soon).toBe(2)
    expect((await networks()).length).toBeGreaterThanOrEqual(2)
    const ended = new Promise((resolve) => doomed.once('exit', resolve))
    doomed.kill('SIGKILL')
    await ended
    const [dead = ''] = await instances()
    expect(await readdir(join(dataDir, 'run'))).toContain(dead)

    const services = cleanup.use(
      await compose({
        env: readEnv(settings),
        projectRoot: findProjectRoot(),
        log: createLogger({ level: 'silent' }),
      }),
    )
    expect(await services.containers.runtime?.status()).toEqual({ kind: 'on', egress: 'bridge' })
    const swept = { timeout: sweptMs, interval: 500 }
    await Promise.all([
      expect.poll(containers, swept).toEqual([]),
      expect.poll(networks, swept).toEqual([]),
      expect.poll(() => readdir(join(dataDir, 'run')), swept).not.toContain(dead),
    ])
    const rows = await services.db.execution.findMany({ select: { status: true, errorCode: true } })
    expect(rows).toEqual([{ status: 'error', errorCode: 'INTERRUPTED' }])
  })
})
