import { randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { ImportChoices } from '../../lib/console/model/console-move.ts'
import { ProfileLine } from '../../lib/console/server/moving/export-lines.ts'
import { createMoving } from '../../lib/console/server/moving/moving.ts'
import { writeProfile } from '../../lib/console/server/moving/write-lines.ts'
import { contextOf } from '../../lib/platform/server/auth/context.ts'
import { restoreTest } from '../../lib/platform/server/backup/schedule/restore-test.ts'
import { writeBackup } from '../../lib/platform/server/backup/write-backup.ts'
import { createDatabaseClient } from '../../lib/platform/server/db/client.ts'
import type { Outcome } from '../../lib/platform/server/http/outcome.ts'
import { openVault } from '../../lib/platform/server/vault/open-vault.ts'
import { createRecordSeals, recordKeysOf } from '../../lib/skills/server/executions/record-seals.ts'
import { principalFrom } from '../../runner/contract/principal.ts'

/** A process that does one step of `bench/moving.ts`, and prints the most memory that the step took, in bytes. */
const [kind = '', databaseUrl = '', dataDir = '', file = ''] = process.argv.slice(2)
const passphrase = 'a passphrase of many words'
const operator = contextOf(principalFrom('main', { id: 'user_operator', role: 'operator' }))
const encryptionKey = new Uint8Array(32).fill(1)

async function openMoving() {
  const db = createDatabaseClient(databaseUrl, { connections: 2 })
  const ports = { db, audit: { record: async () => {} }, clock: Date, randomBytes, dataDir }
  const { ring } = await openVault({ ...ports, encryptionKey, log: { error: () => {} } })
  const waiting = {
    seals: createRecordSeals(recordKeysOf({ encryptionKey })),
    events: { changed: () => {} },
    languages: { isAvailable: async () => true },
  }
  const all = { ...ports, ...waiting, ring, version: '1.0.0', host: null }
  return { db, ports: all, moving: createMoving(all), [Symbol.asyncDispose]: () => db.$disconnect() }
}

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Gives the history a profile that this instance can export. */
  async profile() {
    await using opened = await openMoving()
    const { db, ports } = opened
    const at = new Date().toISOString()
    await writeProfile(
      db,
      ports,
      ProfileLine.parse({
        ...{ kind: 'profile', id: `prof_${'0'.repeat(22)}`, token: `ark_${'0'.repeat(22)}`, description: 'A bench' },
        ...{ described_by_operator: false, hosts: [], limits: {}, scripts: {}, version: 1, locked_at: at },
        ...{ expires_at: null, ends_unlocked: false, revoked_at: null, created_at: at, keys: [] },
      }),
      null,
      { usable: new Map(), replaced: new Map() },
    )
  },
  async export() {
    await using opened = await openMoving()
    const wish = { profiles: 'all', with_history: true, waiting_to: null, passphrase } as const
    await pipeline(requireValue(await opened.moving.export(operator, wish)), createWriteStream(file))
  },
  async import() {
    await using opened = await openMoving()
    const { imports } = opened.moving
    const { id } = requireValue(await imports.upload(operator, (await openAsBlob(file)).stream()))
    const { digest } = requireValue(await imports.preview(id, passphrase))
    const choices: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }
    requireValue(await imports.apply(operator, id, { passphrase, digest, choices }))
  },
  backup: () =>
    writeBackup({ dataDir, databaseUrl, file, lock: { passphrase }, keysFromEnvironment: [], rest: setTimeout }),
  restore: () => restoreTest({ file, scratch: join(dataDir, 'scratch'), databaseUrl, secret: { passphrase } }),
}

function requireValue<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(JSON.stringify(outcome.error))
}

const before = process.memoryUsage.rss()
await steps[kind]?.()
process.stdout.write(String(process.resourceUsage().maxRSS * 1024 - before))
