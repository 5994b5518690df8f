import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { appPrincipal } from '../auth/principal.ts'
import { maxDetailBytes, openedAction } from './audit-record.ts'
import { createAuditTrail } from './audit-trail.ts'
import { createHeadExport } from './export-heads.ts'
import { appendUnsealed, openAuditWorld, testKeys, testRecord } from './testing/audit-world.ts'
import { exportedHead, SignedTreeHead, signHead } from './tree-head.ts'

test('each start and the verify command accept an untouched trail, and its head file is private', async () => {
  await using world = await openAuditWorld()
  for (let starts = 0; starts < 3; starts += 1) {
    await using trail = await world.start()
    await appendUnsealed(world.db, 4)
    await trail.follow()
    expect(trail.problems()).toEqual([])
  }
  expect(world.lines).toEqual([])
  expect((await stat(world.path)).mode & 0o777).toBe(0o600)
  // The first start adds one row, for the new head file.
  expect(await world.verdict()).toMatchObject({
    findings: [],
    rows: 13,
    sealed: 13,
    known: { size: 13n },
  })
  expect((await world.verdict()).opened).toHaveLength(1)
})

test('a start whose checks take longer than its first row waits for its seal succeeds, and seals afterwards', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start(undefined, {}, 0)
  await trail.follow()
  expect(world.lines).toEqual([])
  expect(await world.verdict()).toMatchObject({ findings: [], rows: 1, sealed: 1 })
})

test('concurrent writers do not wait for each other, and leave no gap even after a rollback', async () => {
  await using world = await openAuditWorld()
  const trail = createAuditTrail(testKeys.rows)
  const opened = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  let inside = 0
  // Each transaction stays open until all three have written their row.
  const write = (n: number, fails: boolean) =>
    world.db.$transaction(async (tx) => {
      await trail.record(tx, testRecord(n), testRecord(n + 100))
      inside += 1
      if (inside === 3) both.resolve()
      await both.promise
      if (fails) throw new Error('rolled back')
      opened.resolve()
    })
  const results = await Promise.allSettled([write(1, false), write(2, true), write(3, false)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await appendUnsealed(world.db, 5)
  const verdict = await world.verdict(join(world.dataDir, 'none'))
  expect(verdict).toMatchObject({ rows: 9, sealed: 0, findings: [{ fault: 'head' }] })
})

test('reports no problem for a lane that opens while another process seals', async () => {
  await using world = await openAuditWorld()
  await using sealing = await world.start()
  const trail = createAuditTrail(testKeys.rows)
  const { db } = world
  const sealed = await db.$transaction(async (holdsLanes) => {
    // The first lane is taken, so the row opens a second one.
    await holdsLanes.$queryRaw`select id from audit_lanes for update`
    return db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table audit_events in access exclusive mode`
      await trail.record(tx, testRecord(1))
      const sealed = sealing.follow()
      const isBlocked = () =>
        tx.$queryRaw`
          select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and relation = 'audit_events'::regclass and not granted`
      await expect.poll(isBlocked).toHaveLength(1)
      return { sealed }
    })
  })
  await sealed.sealed
  await sealing.follow()
  expect(world.lines).toEqual([])
  expect(sealing.problems()).toEqual([])
  expect(new Set((await db.auditLeaf.findMany()).map(({ lane }) => lane)).size).toBe(2)
})

test('seals the rows of several lanes by time, and keeps the order within each lane', async () => {
  await using world = await openAuditWorld()
  const trail = createAuditTrail(testKeys.rows)
  const both = Promise.withResolvers<void>()
  let inside = 0
  await Promise.all(
    [1, 2].map((lane) =>
      world.db.$transaction(async (tx) => {
        await trail.record(tx, ...[0, 1, 2].map((n) => testRecord(n * 10 + lane)))
        inside += 1
        if (inside === 2) both.resolve()
        await both.promise
      }),
    ),
  )
  await using sealing = await world.start()
  expect(sealing.problems()).toEqual([])
  const leaves = await world.db.auditLeaf.findMany({ orderBy: { place: 'asc' } })
  const rows = await world.rows()
  const subjects = leaves.map(({ lane, seq }) => rows.find((row) => row.lane === lane && row.seq === seq)?.subject)
  expect(subjects.slice(0, 6)).toEqual([1, 2, 11, 12, 21, 22].map((n) => `subject ${n}`))
})

type World = Awaited<ReturnType<typeof openAuditWorld>>

/** The lane of the only writer, and the number of its last row. */
async function laneOf({ db }: World) {
  const lane = await db.auditLane.findFirstOrThrow()
  return { id: lane.id, last: lane.nextSeq - 1n }
}

const attacks: [string, (world: World, lane: string) => Promise<unknown>][] = [
  [
    'row LANE-3 was edited',
    ({ db }, lane) => db.auditEvent.update({ where: { lane_seq: { lane, seq: 3n } }, data: { subject: 'user_x' } }),
  ],
  ['row LANE-4 was removed', ({ db }, lane) => db.auditEvent.delete({ where: { lane_seq: { lane, seq: 4n } } })],
  ['row LANE-5 was removed', ({ db }) => db.auditEvent.deleteMany({ where: { seq: { gt: 4n } } })],
  ['row LANE-1 was removed', ({ db }) => db.auditEvent.deleteMany()],
  [
    'but PATH covers 6: rows were removed at the end',
    async ({ db }) => {
      await db.auditEvent.deleteMany()
      await db.auditLeaf.deleteMany()
      await db.auditTreeHead.deleteMany()
      await db.auditTree.deleteMany()
      await db.auditLane.deleteMany()
    },
  ],
  ['PATH is not a head that this instance signed', ({ path }) => writeFile(path, '{}')],
  [
    'PATH is not a head that this instance signed',
    async ({ path }) => writeFile(path, (await readFile(path, 'utf8')).replace('"size": "6"', '"size": "4"')),
  ],
  ['PATH is missing', ({ path }) => rm(path)],
]

test.each(attacks)(
  'the next start and the verify command report "%s", and the app still starts',
  async (said, attack) => {
    await using world = await openAuditWorld()
    {
      await using _trail = await world.start()
      await appendUnsealed(world.db, 5)
    }
    const { id } = await laneOf(world)
    const sentence = said.replace('LANE', id).replace('PATH', world.path)
    await attack(world, id)
    expect((await world.problems()).join('\n')).toContain(sentence)
    await using trail = await world.start()
    expect(world.lines.join('\n')).toContain(sentence)
    await appendUnsealed(world.db, 2)
    await trail.follow()
    expect(await world.db.auditEvent.count()).toBeGreaterThanOrEqual(2)
  },
)

test('keeps a head file that proves lost rows, whatever rows are written afterwards', async () => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 5)
  }
  const head = await readFile(world.path, 'utf8')
  for (const table of ['audit_events', 'audit_lanes', 'audit_leaves', 'audit_tree', 'audit_tree_heads']) {
    await world.db.$executeRawUnsafe(`delete from ${table}`)
  }
  for (let starts = 0; starts < 2; starts += 1) {
    await using trail = await world.start()
    await appendUnsealed(world.db, 10)
    await trail.follow()
    expect(trail.problems().length).toBeGreaterThan(0)
  }
  expect(await readFile(world.path, 'utf8')).toBe(head)
  expect((await world.problems()).join()).toContain(`the head of 6 rows in ${world.path} does not match the tree`)
})

test('a running instance detects that rows it has sealed were replaced, and stops signing', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  await appendUnsealed(world.db, 5)
  await trail.follow()
  await world.db.auditTreeHead.deleteMany({ where: { size: 6n } })
  await world.db.auditLeaf.deleteMany({ where: { place: { gt: 0n } } })
  await appendUnsealed(world.db, 5)
  // A problem that remains is said once.
  await trail.follow()
  await trail.follow()
  const removed = 'the tree head of 6 rows, which this process saw, was removed'
  expect(trail.problems()).toEqual([removed])
  expect(world.lines).toEqual([`the audit trail was altered: ${removed}`])
  expect(await world.db.auditTreeHead.count()).toBe(1)
})

test.each<[string, (world: World) => Promise<unknown>]>([
  [
    'the tree head of 6 rows, which this process saw, was edited',
    ({ db }) => db.auditTreeHead.update({ where: { size: 6n }, data: { signature: 'AAAA' } }),
  ],
  ["PATH is not a head that this instance signed: it was edited, or is another's", ({ path }) => writeFile(path, '{}')],
  [
    'row LANE-7 was edited or inserted',
    ({ db }) => db.auditEvent.updateMany({ where: { seq: 7n }, data: { subject: 'another' } }),
  ],
])('a running instance reports "%s" once it seals, and keeps its head file as it is', async (said, attack) => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  await appendUnsealed(world.db, 5)
  await trail.follow()
  const { id } = await laneOf(world)
  await appendUnsealed(world.db, 1, 5)
  await attack(world)
  const head = await readFile(world.path, 'utf8')
  await trail.follow()
  expect(trail.problems()).toEqual([said.replace('LANE', id).replace('PATH', world.path)])
  expect(await readFile(world.path, 'utf8')).toBe(head)
})

test.each<[string, (world: World) => Promise<unknown>]>([
  [
    'the tree head of 6 rows has a wrong signature: it was edited or inserted',
    ({ db }) => db.auditTreeHead.update({ where: { size: 6n }, data: { signature: 'AAAA' } }),
  ],
  [
    'the leaves of the tree do not lead to its latest head of 6 rows',
    async ({ db }) => {
      await db.auditTree.updateMany({ data: { frontier: [1] } })
      await db.auditLeaf.update({ where: { place: 2n }, data: { hash: 'ab'.repeat(32) } })
    },
  ],
])('a start that finds "%s" seals nothing more', async (said, attack) => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 5)
  }
  await attack(world)
  await writeFile(world.path, '{}')
  await appendUnsealed(world.db, 1, 5)
  await using trail = await world.start()
  expect(trail.problems().join('\n')).toContain(said)
  expect(trail.problems().join('\n')).toContain(`${world.path} is not a head that this instance signed`)
  expect(await world.db.auditLeaf.count()).toBe(6)
})

test('a process that cannot seal, because another one does, goes on with the head that there is', async () => {
  await using world = await openAuditWorld()
  const sealLock = 7_201_940_311n
  const whileSealed = <Result>(work: () => Promise<Result>) =>
    world.db.$transaction(async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(${sealLock})`
      return work()
    })
  await using trail = await whileSealed(() => world.start())
  expect(await world.db.auditLeaf.count()).toBe(0)
  await trail.follow()
  await appendUnsealed(world.db, 1)
  const head = await readFile(world.path, 'utf8')
  await rm(world.path)
  await whileSealed(() => trail.follow())
  expect([await world.db.auditLeaf.count(), await readFile(world.path, 'utf8')]).toEqual([1, head])
  expect(trail.problems()).toEqual([])
})

test('a removed head file is written again, and a later head in it is never replaced', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  await rm(world.path)
  await trail.follow()
  expect(world.lines).toEqual([`${world.path} was removed: writing a new one`])
  const later = { size: 100n, root: 'ab'.repeat(32), at: new Date() }
  const text = JSON.stringify(exportedHead(testKeys, later, signHead(testKeys.signing, later)))
  await writeFile(world.path, text)
  await appendUnsealed(world.db, 1)
  await trail.follow()
  expect(await readFile(world.path, 'utf8')).toBe(text)
})

test('a trail of more rows and heads than one batch is sealed at once, and checked whole', async () => {
  await using world = await openAuditWorld()
  const trail = createAuditTrail(testKeys.rows)
  const records = Array.from({ length: 5001 }, (_, n) => testRecord(n))
  await world.db.$transaction((tx) => trail.record(tx, ...records))
  expect(await world.verdict(join(world.dataDir, 'none'))).toMatchObject({ rows: 5001, findings: [{ fault: 'head' }] })
  await using sealing = await world.start()
  expect(await world.verdict()).toMatchObject({ findings: [], rows: 5002, sealed: 5002 })
  const heads = Array.from({ length: 1001 }, (_, at) => ({
    size: BigInt(at + 6000),
    root: 'ab'.repeat(32),
    at: new Date(),
  }))
  await world.db.auditTreeHead.createMany({
    data: heads.map((head) => ({ ...head, signature: signHead(testKeys.signing, head) })),
  })
  const { findings } = await world.verdict()
  expect(findings.slice(0, 1)).toMatchObject([{ sentence: 'the tree has 5002 leaves, but a head covers 6000' }])
  await world.db.auditTreeHead.deleteMany({ where: { size: { gt: 5002n, lt: 7000n } } })
  expect((await world.problems()).join()).toContain('a head covers 7000')
  expect(sealing.problems()).toEqual([])
})

test('an empty trail without a head file has nothing to report', async () => {
  await using world = await openAuditWorld()
  const trail = createAuditTrail(testKeys.rows)
  await world.db.$transaction((tx) => trail.record(tx))
  expect(await world.verdict()).toMatchObject({ findings: [], rows: 0, known: undefined })
  expect(await world.db.auditLane.count()).toBe(0)
})

test('recomputes a changed frontier from the leaves, and reports a removed leaf', async () => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 5)
  }
  // The first one leads to the root of the head, but not to that of the next tree.
  for (const changed of [(root: string) => [root], (_: string, hashes: string[]) => hashes.toReversed(), () => []]) {
    const { root } = await world.db.auditTreeHead.findFirstOrThrow({ orderBy: { size: 'desc' } })
    const { frontier: hashes } = await world.db.auditTree.findFirstOrThrow()
    const frontier = changed(root, z.array(z.string()).parse(hashes))
    await world.db.auditTree.updateMany({ data: { frontier } })
    await using trail = await world.start()
    await appendUnsealed(world.db, 1)
    await trail.follow()
    expect(trail.problems()).toEqual([])
  }
  expect(await world.verdict()).toMatchObject({ findings: [], sealed: 9 })
  await world.db.auditLeaf.delete({ where: { place: 8n } })
  await using trail = await world.start()
  expect(trail.problems().join()).toContain('the tree has 8 leaves, but its latest head covers 9')
})

test('a new head file adds a row to the trail, and the head in an older file is a prefix', async () => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 5)
  }
  const copy = join(await world.newFolder(), 'head.json')
  await copyFile(world.path, copy)
  await rm(world.path)
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 3)
  }
  expect(world.lines.join()).toContain('is missing: starting a new one')
  const verdict = await world.verdict(copy)
  expect(verdict).toMatchObject({ findings: [], sealed: 10, known: { size: 6n } })
  expect(verdict.opened).toHaveLength(2)
  const opened = (await world.rows()).filter(({ action }) => action === openedAction)
  expect(opened.map(({ detail }) => detail)).toEqual([{ sealed_rows: '0' }, { sealed_rows: '6' }])
})

test('exports each head to a file and a URL, and the verify command checks every exported head', async () => {
  await using world = await openAuditWorld()
  const posted: unknown[] = []
  await using server = await openHttpServer(async (request, response) => {
    posted.push(JSON.parse(await text(request)))
    response.end()
  })
  const file = join(world.dataDir, 'heads.jsonl')
  for (let starts = 0; starts < 2; starts += 1) {
    await using _trail = await world.start(world.dataDir, { file, url: `${server.url}/heads` })
    await appendUnsealed(world.db, 3)
  }
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const heads = lines.map((line) => SignedTreeHead.parse(JSON.parse(line)))
  expect(posted).toEqual(heads)
  expect(heads.map(({ size }) => size)).toEqual(['1', '4', '4', '7'])
  expect(await world.verdict(file)).toMatchObject({ findings: [], known: { size: 7n } })
  await writeFile(file, (await readFile(file, 'utf8')).replace('"size":"4"', '"size":"3"'))
  expect((await world.problems(file)).join()).toContain(`line 2 of ${file} is not a head that this instance signed`)
})

test('a failed export is logged and does not affect the trail', async () => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start(world.dataDir, { file: join(world.dataDir, 'missing', 'heads.jsonl') })
  }
  expect(new Set(world.lines)).toEqual(new Set(['an audit tree head could not be exported']))
  expect(await world.problems()).toEqual([])
})

test('a head is exported once, to whichever target there is, and again after a failure', async () => {
  await using world = await openAuditWorld()
  const statuses = [500]
  const posted: unknown[] = []
  await using server = await openHttpServer(async (request, response) => {
    posted.push(JSON.parse(await text(request)))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  const [head, later] = [1n, 2n].map((size) => exportedHead(testKeys, { size, root: 'ab', at: new Date() }, `${size}`))
  if (!head || !later) throw new Error('no heads')
  const lines: string[] = []
  const log = { warn: (message: string) => lines.push(message) }
  {
    await using exported = createHeadExport({ url: server.url }, log)
    for (const times of [1, 2, 3]) {
      exported.export(head)
      await expect.poll(() => posted.length).toBe(Math.min(times, 2))
    }
  }
  expect([posted, lines]).toEqual([[head, head], ['an audit tree head could not be exported']])
  const file = join(world.dataDir, 'heads.jsonl')
  {
    await using exported = createHeadExport({ file }, log)
    exported.export(head)
    exported.export(later)
  }
  expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(later)}\n`)
})

const constraints = ['audit_events_place', 'audit_events_moment', 'audit_events_detail']
const planted = (values: string) =>
  `insert into audit_events (lane, seq, at, source, action, subject, detail, mac) ${values}`
const oddRows: [string, string][] = [
  ['an infinite time', `update audit_events set at = 'infinity' where seq = 3`],
  ['a time before year 0', `update audit_events set at = '4713-01-01 BC' where seq = 3`],
  ['a time after year 9999', `update audit_events set at = '200000-01-01' where seq = 3`],
  [
    'a deeply nested detail',
    `update audit_events set detail = (repeat('[', 4000) || repeat(']', 4000))::json where seq = 3`,
  ],
  ['a detail of 20 MB', `update audit_events set detail = to_json(repeat('x', 20000000)) where seq = 3`],
  ['a detail that is not an object', `update audit_events set detail = 'true' where seq = 3`],
  [
    'the largest row number',
    planted(`select id, 9223372036854775807, now(), 'x', 'y', 'z', '{}', 'h' from audit_lanes`),
  ],
  ['a negative row number', planted(`select id, -1, now(), 'x', 'y', 'z', '{}', mac from audit_lanes`)],
]

test.each(oddRows)(
  'the database refuses a row with %s, and an existing one is found and blocks neither a start nor new rows',
  async (_, sql) => {
    await using world = await openAuditWorld({ changesTables: true })
    {
      await using _trail = await world.start()
      await appendUnsealed(world.db, 5)
    }
    await expect(world.db.$executeRawUnsafe(sql)).rejects.toThrow('audit_events_')
    for (const name of constraints) await world.db.$executeRawUnsafe(`alter table audit_events drop constraint ${name}`)
    await world.db.$executeRawUnsafe(sql)
    const { findings } = await world.verdict()
    expect(findings[0]?.row).toMatch(/^[0-9a-f]{8}-(3|-1|9223372036854775807)$/)
    await using trail = await world.start()
    await appendUnsealed(world.db, 2)
    await trail.follow()
    expect(await world.db.auditLeaf.count()).toBe(8)
  },
)

test('a forged last row does not block new rows', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  await appendUnsealed(world.db, 5)
  await world.db.$executeRawUnsafe(planted(`select id, next_seq, now(), 'x', 'y', 'z', '{}', mac from audit_lanes`))
  await appendUnsealed(world.db, 2)
  await trail.follow()
  const lanes = await world.db.auditLane.findMany()
  expect(lanes).toHaveLength(2)
  const forged = lanes.find(({ nextSeq }) => nextSeq === 7n)
  expect((await world.problems())[0]).toBe(`row ${forged?.id}-7 was edited or inserted`)
})

test('authenticates a recorded row, whatever text and keys its detail has', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  const detail = JSON.parse('{"__proto__":{"a":1},"b":"\\ud800\\u0000","n":-0,"large":1e21}')
  const record = { at: new Date(), by: appPrincipal, action: 'a.b', subject: '\ud800\0' } as const
  await world.db.$transaction((tx) => trail.record(tx, { ...record, detail }))
  await trail.follow()
  expect(trail.problems()).toEqual([])
  expect(await world.problems()).toEqual([])
})

test('keeps the short fields of a detail that is too large, and authenticates its row', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  const names = ['👩', '\\', '\0', 'a'].map((text) => text.repeat(4_000))
  const records = names.map((name) => ({
    ...testRecord(1),
    detail: { name, names: Array(30).fill(name), digest: 'd1' },
  }))
  const fits = { ...testRecord(1), detail: { name: 'a'.repeat(maxDetailBytes - '{"name":""}'.length) } }
  const [short, long] = ['b'.repeat(398), 'b'.repeat(399)]
  const cut = { ...testRecord(1), detail: { name: 'é'.repeat(40_000), short, long } }
  await world.db.$transaction((tx) => trail.record(tx, ...records, fits, cut))
  await trail.follow()
  expect(await world.problems()).toEqual([])
  const rows = await world.db.auditEvent.findMany({ where: { action: testRecord(1).action }, orderBy: { seq: 'asc' } })
  const kept = rows.map(({ detail }) => Object(detail))
  for (const detail of kept.slice(0, 4)) expect(detail).toMatchObject({ digest: 'd1', too_large: true })
  expect(kept.map(({ name }) => name.slice(0, 1))).toEqual(['"', '"', '"', '"', 'a', '"'])
  expect(kept[4]).toEqual(fits.detail)
  expect(kept[5]).toMatchObject({ too_large: true, short, long: `"${long}…` })
})
