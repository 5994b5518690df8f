import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteBackup } from '#lib/platform/server/backup/last-backup.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { recordStart } from '#lib/platform/server/health/app-starts.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { quickjs } from '#runner/contract/runtimes.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { ConsoleSystem } from '../../model/console-system.ts'
import { readSystem } from './read-system.ts'

const oldest = new Date('2026-11-27T10:00:00Z')

async function open(given: Readonly<Record<string, string>>) {
  await using opened = new AsyncDisposableStack()
  const { client: db } = opened.use(await createTestDatabase())
  const dataDir = opened.adopt(await mkdtemp(join(tmpdir(), 'travel-system-')), (path) => rm(path, { recursive: true }))
  const env = { ...readEnv({ TRAVEL_DATA_DIR: dataDir, ...given }), dataDir }
  const read = async () =>
    ConsoleSystem.parse(
      await readSystem({
        db,
        env,
        config: defaultConfig,
        health: async () => ({
          status: 'ok',
          checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
          containers: { status: 'starting' },
          programs: { status: 'starting' },
        }),
        diskRoom: { freeMb: () => undefined },
        runtimes: [{ about: quickjs, unavailable: async () => 'no worker starts' }],
        auditChecks: { state: () => 'idle', last: async () => undefined },
      }),
    )
  const stack = opened.move()
  return { db, env, dataDir, read, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('a new instance knows no start, backup and check, and says so instead of a figure', async () => {
  await using world = await open({})
  const system = await world.read()
  expect(system).toMatchObject({ start: null, backup: null, config: null, audit_check: { last: null } })
  expect(system.disk.free_mb).toBeNull()
  expect(system.queue.executions).toEqual({ waiting: 0, oldest_since: null })
  expect(system.database.bytes).toBeGreaterThan(0)
  const sizes = system.database.tables.map(({ bytes }) => bytes)
  expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes)
  expect(sizes.at(-1)).toBeGreaterThan(0)
  expect(system.database.tables.map(({ rows }) => rows)).toContain(null)
  expect(system.runtimes).toEqual([{ name: quickjs.name, unavailable: 'no worker starts' }])
})

test('counts what waits and runs, and says what changed between the last two starts', async () => {
  await using world = await open({ PORT: '4000' })
  const { db, env, dataDir } = world
  const row = { skill: 'echo', version: '1', skillDigest: 'd', action: 'say', principalId: 'u', source: 'main' }
  const stored = { ...row, trust: 'full', input: {}, instanceId: '' } as const
  const minute = (at: number) => new Date(oldest.getTime() + at * 60_000)
  await db.execution.createMany({
    data: (['pending', 'pending', 'running', 'success'] as const).map((status, at) => ({
      ...stored,
      id: `exec_${at}`,
      status,
      startedAt: minute(at),
    })),
  })
  const append = (record: Parameters<typeof testAudit.record>[1]) =>
    db.$transaction((tx) => testAudit.record(tx, record))
  await recordStart({ db, append }, { version: '1.0.0', settings: [] })
  await recordStart({ db, append }, { version: '1.0.0', settings: env.settings.filter(({ name }) => name === 'PORT') })
  await noteBackup(dataDir, { at: oldest.toISOString(), bytes: 5 })
  const system = await world.read()
  expect(system.queue).toMatchObject({ executions: { waiting: 2, oldest_since: oldest.toISOString() }, running: 1 })
  expect(system.start?.changes).toEqual([{ what: 'PORT', before: null, after: '4000' }])
  expect(system.backup).toEqual({ at: oldest.toISOString(), bytes: 5 })
})

test('a secret setting shows only whether it is set, and a choice in the console replaces what the environment says', async () => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  const given = { TRAVEL_OPERATOR_ALERTS: 'hourly', TRAVEL_ENCRYPTION_KEY: secret }
  await using world = await open(given)
  await world.db.chosenSetting.create({ data: { name: 'TRAVEL_OPERATOR_ALERTS', value: 'off' } })
  const system = await world.read()
  const shown = (name: string) => system.settings.find((setting) => setting.name === name)
  expect(shown('TRAVEL_ENCRYPTION_KEY')).toMatchObject({ value: null, from: 'environment', is_secret: true })
  expect(shown('TRAVEL_OPERATOR_ALERTS')).toMatchObject({ value: 'off', from: 'console' })
  expect(system.alerts).toMatchObject({ mode: 'off', of_environment: 'hourly' })
  expect(JSON.stringify(system)).not.toContain(secret)
})
