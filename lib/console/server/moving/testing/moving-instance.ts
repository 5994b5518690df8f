import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createManageProfiles } from '#lib/agents/server/profiles/manage-profiles.ts'
import { createProfiles } from '#lib/agents/server/profiles/profiles.ts'
import { sealAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { openedValue } from '#lib/platform/server/vault/credentials.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { createRecordSeals, recordKeysOf } from '#lib/skills/server/executions/record-seals.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import type { ImportChoices } from '../../../model/console-move.ts'
import { createImports } from '../imports.ts'
import { writeExport } from '../write-export.ts'

export const passphrase = 'a passphrase of many words'
export const credential = {
  name: 'REPORTS_API_KEY',
  description: 'Reads reports',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value: 'a-value-of-the-key',
}
export const whole = { profiles: 'all', with_history: true, waiting_to: null, passphrase } as const
/** Quick to compute. */
const cost = { ln: 1, r: 1, p: 1 }
export const skip: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }
export const overwrite: ImportChoices = { credentials: 'overwrite', profiles: 'overwrite', rows: [] }

/** The output of an execution of a script. */
export const output = {
  ...{ status: 'success', skill: scriptName, version: '1.0.0', execution_id: 'exec_1', confidence: 1 },
  results: [{ result: [1, 'zwei', null] }],
  metadata: { query_time_ms: 1, cached: false, fetched_at: '2026-11-20T00:00:00.000Z', partial: false },
}

/** A file of these lines, which its maker encrypted. */
export async function sealedFile(lines: readonly unknown[]): Promise<Buffer> {
  const head = { kind: 'head', version: 2, made_at: '2026-11-20T00:00:00.000Z', made_on: null, made_by_version: '1' }
  const all = [{ ...head, unfinished: 0 }, ...lines, { kind: 'end', lines: lines.length + 1 }]
  const text = gzipSync(all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return Buffer.concat(await Array.fromAsync(sealAirlock([text], { content: 'export', lock: { passphrase, cost } })))
}

/** An instance with its own database, data folder and key. */
export async function openInstance(fill: number) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await emptyTestDatabase())
  const test = opened.use(await openTestVault(database))
  const vault = await test.open(new Uint8Array(32).fill(fill))
  const seals = createRecordSeals(recordKeysOf({ encryptionKey: new Uint8Array(32).fill(fill) }))
  const ports = {
    ...{
      ...test.ports,
      ring: vault.ring,
      randomBytes,
      seals,
      events: { changed: () => {} },
      languages: { isAvailable: async () => true },
    },
    ...{ version: '1.0.0', host: `${fill}.example.com`, cost },
  }
  const profiles = createProfiles({ ...ports, creatorKey: randomBytes(32) })
  const manage = createManageProfiles(ports)
  const imports = createImports({ ...ports, dataDir: test.dataDir })
  const stack = opened.move()
  const db = database.client
  return {
    db,
    vault,
    profiles,
    ports,
    manage,
    imports,
    pass: test.pass,
    fill,
    url: database.url,
    records: test.records,
    dataDir: test.dataDir,
    /** A locked profile with a credential. Returns its token and id. */
    async profile(name = credential.name) {
      await vault.credentials.create(operator, { ...credential, name })
      const wanted = { description: `Uses ${name}`, keys: [{ name }], hosts: ['api.example.com'] }
      const { profile_id: token } = got(await profiles.create(wanted, 'address'))
      const { id, version } = await db.profile.findUniqueOrThrow({ where: { tokenHash: sha256(token) } })
      got(await manage.lock(operator, id, { version }))
      return { token, id }
    },
    async execution(profileId: string, status: 'success' | 'running') {
      const [id, text] = [newId('exec', randomBytes), `set_result('${'x'.repeat(10)}')`]
      const digest = sha256(scriptBytes('javascript', text))
      await db.script.createMany({ data: [{ digest, language: 'javascript', text }], skipDuplicates: true })
      await db.execution.create({
        data: {
          ...{ id, skill: scriptName, version: '1', skillDigest: digest, action: 'run', principalId: profileId },
          ...{ source: 'dm-approved', trust: 'write', status, input: { a: 1 }, instanceId: 'inst_1' },
          ...{ output, fuelUsed: 12_345n, finishedAt: new Date(), seal: 'a seal' },
          journal: {
            create: [
              { seq: 1, op: 'fetch', args: { url: 'https://a.test' }, fuelLeft: 9n, durationMs: 1.5, mac: 'a mac' },
            ],
          },
          script: {
            create: {
              ...{ tokenHash: sha256(id), profileId, profileVersion: 1, language: 'javascript', grant: {} },
              ...{ cacheKey: 'k', llmWaitS: 60 },
            },
          },
        },
      })
      return id
    },
    async exported(wish: Parameters<typeof writeExport>[2] = whole) {
      const parts: Uint8Array[] = []
      for await (const part of got(await writeExport(ports, operator, wish))) parts.push(part)
      return Buffer.concat(parts)
    },
    async uploaded(file: Uint8Array) {
      return got(await imports.upload(operator, new Blob([Uint8Array.from(file)]).stream())).id
    },
    async imported(file: Uint8Array, choices = skip) {
      const id = got(await imports.upload(operator, new Blob([Uint8Array.from(file)]).stream())).id
      const { digest } = got(await imports.preview(id, passphrase))
      return got(await imports.apply(operator, id, { passphrase, digest, choices }))
    },
    /** Everything that an import may write. */
    async state() {
      const rows = await Promise.all([
        db.credential.findMany({ orderBy: { name: 'asc' } }),
        db.profile.findMany({ orderBy: { id: 'asc' }, include: { keys: true } }),
        db.execution.findMany({ orderBy: { id: 'asc' }, include: { journal: true, script: true } }),
        db.script.findMany(),
      ])
      return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    },
    async value(name: string) {
      const row = await db.credential.findUniqueOrThrow({ where: { name } })
      return { id: row.id, value: openedValue(vault.ring(), row) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
