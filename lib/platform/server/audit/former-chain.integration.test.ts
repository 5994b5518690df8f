import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { createDatabaseClient } from '../db/client.ts'
import { applyMigrations, readMigrations } from '../db/migrate.ts'
import { createTestDatabase } from '../db/testing.ts'
import { firstPrevHash, keyedHash, unkeyedHash } from './chain/chain-row.ts'
import { openAuditTrail } from './open-audit-trail.ts'
import { appendUnsealed, openAuditWorld, testKeys } from './testing/audit-world.ts'
import { verifyAuditTrail } from './verify-audit-trail.ts'

type Db = ReturnType<typeof createDatabaseClient>

/** Rows of the former chain. `unkeyed`: the number of rows from before the chain was authenticated. */
function chainOf(unkeyed: number, keyed: number) {
  const rows: { id: bigint; hash: string; prevHash: string; detail: object; at: Date; action: string }[] = []
  for (let n = 1; n <= unkeyed + keyed; n += 1) {
    const isOpening = n === unkeyed + 1
    const row = {
      id: BigInt(n),
      at: new Date(1_700_000_000_000 + n),
      actorUserId: null,
      actorSource: 'public',
      action: isOpening ? 'audit_trail.opened' : 'user.signed_up',
      subject: 's',
      detail: isOpening ? { unkeyed_rows: unkeyed } : { b: 1.5, a: 'text' },
      prevHash: rows.at(-1)?.hash ?? firstPrevHash,
    }
    rows.push({ ...row, hash: n <= unkeyed ? unkeyedHash(row) : keyedHash(testKeys.chain.rows, row) })
  }
  return rows
}

const own = '20261122150000_audit_trail'

/** A database with these rows from before the Merkle tree, migrated to the current schema. */
async function openMigrated(rows: ReturnType<typeof chainOf>, attack?: string) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase({ migrated: false }))
  await applyMigrations(
    database.url,
    readMigrations().filter(({ name }) => name < own),
  )
  const values = JSON.stringify(rows.map((row) => ({ ...row, id: String(row.id) })))
  await database.client.$executeRawUnsafe(
    `insert into audit_events (id, at, actor_source, action, subject, detail, hash, prev_hash)
     select id, at, 'public', action, 's', detail, hash, "prevHash" from jsonb_to_recordset($1::jsonb)
       as r(id bigint, at timestamptz, action text, detail jsonb, hash text, "prevHash" text)`,
    values,
  )
  if (attack) await database.client.$executeRawUnsafe(attack)
  await applyMigrations(database.url)
  const db: Db = createDatabaseClient(database.url, { connections: 4 })
  stack.defer(() => db.$disconnect())
  return { db, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const openFolder = async () => {
  const world = await openAuditWorld()
  const start = (db: Db) =>
    openAuditTrail({
      db,
      keys: testKeys,
      dataDir: world.dataDir,
      clock: { now: () => Date.now() },
      log: { warn: (line) => world.lines.push(line), error: (line) => world.lines.push(line) },
    })
  const row = '5'
  const writeFormerHead = async (hash: string) => {
    const mac = createHmac('sha256', testKeys.chain.head).update(canonicalJson({ row, hash })).digest('hex')
    await mkdir(dirname(world.path), { recursive: true })
    await writeFile(world.path, JSON.stringify({ version: 1, row, hash, mac }))
  }
  return { ...world, start, writeFormerHead }
}

test.each([
  [0, 5],
  [3, 2],
  [5, 0],
])('a chain of %i unkeyed and %i keyed rows becomes the first leaves of the tree', async (unkeyed, keyed) => {
  const rows = chainOf(unkeyed, keyed)
  await using folder = await openFolder()
  await using migrated = await openMigrated(rows)
  const { db } = migrated
  await folder.writeFormerHead(rows.at(-1)?.hash ?? '')
  // The chain is also valid before the first start.
  expect(await verifyAuditTrail(db, testKeys, { name: 'none', known: [] })).toMatchObject({ findings: [], sealed: 0 })
  {
    await using trail = await folder.start(db)
    expect(trail.problems()).toEqual([])
    await appendUnsealed(db, 3)
  }
  const leaves = await db.auditLeaf.findMany({ orderBy: { place: 'asc' } })
  expect(leaves.slice(0, 5).map(({ lane, seq }) => [lane, seq])).toEqual(rows.map(({ id }) => ['chain', id]))
  expect(await verifyAuditTrail(db, testKeys, { name: 'none', known: [] })).toMatchObject({
    findings: [],
    rows: 8,
    sealed: 8,
    unkeyed,
  })
  expect(JSON.parse(await readFile(folder.path, 'utf8'))).toMatchObject({ version: 2, size: '8' })
})

test.each([
  ['chain-2', `update audit_events set subject = 'other' where id = 2`],
  ['chain-4', 'delete from audit_events where id = 4'],
  ['chain-5', 'delete from audit_events where id = 5'],
])('reports at every start that the former chain was altered at row %s before it was sealed', async (row, attack) => {
  const rows = chainOf(0, 5)
  await using folder = await openFolder()
  await using migrated = await openMigrated(rows, attack)
  const { db } = migrated
  await folder.writeFormerHead(rows.at(-1)?.hash ?? '')
  for (let starts = 0; starts < 2; starts += 1) {
    await using trail = await folder.start(db)
    const said = trail.problems().join('\n')
    expect(said).toMatch(row === 'chain-5' ? /row chain-5 was removed/ : /in the former chain, row [24] was/)
    await appendUnsealed(db, 1)
  }
  // The head file of the former chain stays as evidence.
  expect(JSON.parse(await readFile(folder.path, 'utf8'))).toMatchObject({ version: 1 })
  const known = [{ kind: 'chain', row: 5n, hash: rows.at(-1)?.hash ?? '' }] as const
  const { findings } = await verifyAuditTrail(db, testKeys, { name: 'head.json', known })
  expect(findings.map((finding) => finding.row)).toContain(row)
})

test('finds a row of the former chain that was changed after it was sealed', async () => {
  await using folder = await openFolder()
  await using migrated = await openMigrated(chainOf(2, 3))
  const { db } = migrated
  await using _trail = await folder.start(db)
  await db.$executeRaw`update audit_events set action = 'x.y' where lane = 'chain' and seq = 1`
  const { findings } = await verifyAuditTrail(db, testKeys, { name: 'none', known: [] })
  expect(findings.map(({ row }) => row)).toContain('chain-1')
})

test('finds a change of a sealed row that has a hash without a key, even if the hash is recomputed', async () => {
  const rows = chainOf(5, 0)
  await using folder = await openFolder()
  await using migrated = await openMigrated(rows)
  const { db } = migrated
  await using _trail = await folder.start(db)
  const [last] = rows.slice(-1)
  if (!last) throw new Error('The chain has no row')
  const edited = { ...last, actorUserId: null, actorSource: 'public', subject: 'other' }
  await db.auditEvent.update({
    where: { lane_seq: { lane: 'chain', seq: 5n } },
    data: { subject: 'other', mac: unkeyedHash(edited) },
  })
  const { findings } = await verifyAuditTrail(db, testKeys, { name: 'none', known: [] })
  expect(findings).toEqual([
    { fault: 'edited', row: 'chain-5', sentence: 'row chain-5 was edited after it was sealed' },
  ])
})
