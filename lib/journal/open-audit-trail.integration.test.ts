import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/db/testing.ts'
import { auditHeadPath } from './audit-head.ts'
import { firstPrevHash, unkeyedHash } from './audit-row.ts'
import { checkLastRows } from './check-audit-trail.ts'
import { openAuditTrail } from './open-audit-trail.ts'
import { verifyAuditTrail } from './verify-audit-trail.ts'

const keys = { rows: new Uint8Array(32).fill(1), head: new Uint8Array(32).fill(2) }

/** A database, a data folder, and instances that use them. */
async function openWorld() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'travel-audit-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const dataDir = await newFolder()
  const lines: string[] = []
  const note = (message: string) => lines.push(message)
  const start = (folder = dataDir) =>
    openAuditTrail({
      db: database.client,
      keys,
      dataDir: folder,
      clock: { now: () => Date.now() },
      log: { warn: note, error: note },
    })
  const path = auditHeadPath(dataDir)
  return {
    db: database.client,
    path,
    lines,
    newFolder,
    start,
    write: (trail: Awaited<ReturnType<typeof start>>, count: number) => append(database, trail, count),
    verify: async (headPath = path) => (await verifyAuditTrail(database.client, keys, headPath)).problems,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function append({ client }: TestDatabase, trail: Awaited<ReturnType<typeof openAuditTrail>>, count: number) {
  for (let n = 0; n < count; n += 1) {
    await client.$transaction((tx) =>
      trail.record(tx, {
        at: new Date(),
        actorUserId: null,
        actorSource: 'main',
        action: 'user.signed_in',
        subject: `user_${n}`,
        detail: { n },
      }),
    )
  }
}

test('accepts an untouched trail at each start and in the command, and closes its head file to others', async () => {
  await using world = await openWorld()
  for (let starts = 0; starts < 3; starts += 1) {
    await using trail = await world.start()
    await world.write(trail, 4)
    expect(trail.problems()).toEqual([])
  }
  expect(await world.verify()).toEqual([])
  expect(world.lines).toEqual([])
  expect((await stat(world.path)).mode & 0o777).toBe(0o600)
  // The head adds one row, once.
  expect(await verifyAuditTrail(world.db, keys, world.path)).toMatchObject({
    rows: 13,
    unkeyed: 0,
    seen: 13n,
    opened: [1n],
  })
})

test('reports how the trail was changed, in the log at the next start and in the command, and still starts', async () => {
  const attacks: [string, (world: Awaited<ReturnType<typeof openWorld>>) => Promise<unknown>][] = [
    ['row 3 was edited', ({ db }) => db.auditEvent.update({ where: { id: 3n }, data: { subject: 'user_x' } })],
    ['row 4 was removed', ({ db }) => db.auditEvent.delete({ where: { id: 4n } })],
    [
      'the trail ends with row 4, but the head file records row 6: rows were removed at the end',
      ({ db }) => db.auditEvent.deleteMany({ where: { id: { gt: 4n } } }),
    ],
    ['the table is empty, but the head file records row 6', ({ db }) => db.auditEvent.deleteMany()],
    ['was not written by this instance', ({ path }) => writeFile(path, '{}')],
    [
      'was not written by this instance',
      async ({ path }) => writeFile(path, (await readFile(path, 'utf8')).replace('"row": "6"', '"row": "4"')),
    ],
    ['is missing', ({ path }) => rm(path)],
  ]
  for (const [sentence, attack] of attacks) {
    await using world = await openWorld()
    {
      await using trail = await world.start()
      await world.write(trail, 5)
    }
    await attack(world)
    expect((await world.verify()).join()).toContain(sentence)
    await using _trail = await world.start()
    expect(world.lines.join()).toContain(sentence)
  }
})

test('keeps a head file that proves lost rows, whatever is written afterwards', async () => {
  await using world = await openWorld()
  {
    await using trail = await world.start()
    await world.write(trail, 5)
  }
  const head = await readFile(world.path, 'utf8')
  await world.db.auditEvent.deleteMany()
  for (let starts = 0; starts < 2; starts += 1) {
    await using trail = await world.start()
    await world.write(trail, 10)
    expect(trail.problems().length).toBeGreaterThan(0)
  }
  expect(await readFile(world.path, 'utf8')).toBe(head)
  expect((await world.verify()).join()).toContain('row 6 differs from the one in the head file')
})

test('a running instance detects changes to the trail', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await trail.follow()
  await world.db.auditEvent.deleteMany({ where: { id: { gt: 3n } } })
  await world.write(trail, 5)
  await trail.follow()
  expect(trail.problems()).toEqual(['row 6 differs from the one in the head file'])
})

test('accepts a head file that lags because its process was killed after a commit', async () => {
  await using world = await openWorld()
  const killed = await world.start()
  await world.write(killed, 2)
  await killed.follow()
  const head = await readFile(world.path, 'utf8')
  await world.write(killed, 3)
  await killed[Symbol.asyncDispose]()
  await writeFile(world.path, head)
  expect(await world.verify()).toEqual([])
  await using next = await world.start()
  expect(next.problems()).toEqual([])
  expect((await verifyAuditTrail(world.db, keys, world.path)).seen).toBe(6n)
})

test('never records a rolled-back row in the head file', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  const undone = world.db.$transaction(async (tx) => {
    const record = { actorUserId: null, actorSource: 'main', action: 'a.b', subject: 's', detail: {} } as const
    await trail.record(tx, { at: new Date(), ...record })
    await trail.follow()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await world.write(trail, 1)
  await trail.follow()
  expect(await world.verify()).toEqual([])
})

test('keeps the head files of several processes and data folders on one database valid', async () => {
  await using world = await openWorld()
  const other = await world.newFolder()
  {
    await using first = await world.start()
    await using second = await world.start()
    await using elsewhere = await world.start(other)
    await Promise.all([first, second, elsewhere].map((trail) => world.write(trail, 20)))
    await Promise.all([first, second, elsewhere].map((trail) => trail.follow()))
    expect([first, second, elsewhere].flatMap((trail) => trail.problems())).toEqual([])
  }
  for (const path of [world.path, auditHeadPath(other)]) expect(await world.verify(path)).toEqual([])
  await world.db.auditEvent.deleteMany({ where: { id: { gt: 30n } } })
  for (const path of [world.path, auditHeadPath(other)]) {
    expect((await world.verify(path)).join()).toContain('rows were removed at the end')
  }
})

test('a copy of the head file kept elsewhere reveals that trail and head file were both rolled back', async () => {
  await using world = await openWorld()
  {
    await using trail = await world.start()
    await world.write(trail, 3)
    await trail.follow()
    await copyFile(world.path, `${world.path}.old`)
    await world.write(trail, 3)
  }
  const copy = join(await world.newFolder(), 'head.json')
  await copyFile(world.path, copy)
  await copyFile(`${world.path}.old`, world.path)
  await world.db.auditEvent.deleteMany({ where: { id: { gt: 4n } } })
  expect(await world.verify()).toEqual([])
  expect((await world.verify(copy)).join()).toContain('the head file records row 7')
})

test('the first start authenticates the existing unkeyed rows', async () => {
  await using world = await openWorld()
  let prevHash = firstPrevHash
  for (const id of [1n, 2n, 5n]) {
    const row = {
      id,
      at: new Date(1_700_000_000_000),
      actorUserId: 'user_1',
      actorSource: 'public',
      action: 'user.signed_up',
      subject: 'user_1',
      detail: { method: 'password' },
      prevHash,
    }
    prevHash = unkeyedHash(row)
    await world.db.auditEvent.create({ data: { ...row, hash: prevHash } })
  }
  {
    await using trail = await world.start()
    await world.write(trail, 2)
  }
  expect(await verifyAuditTrail(world.db, keys, world.path)).toMatchObject({ problems: [], rows: 6, unkeyed: 3 })
  const [first, second] = await world.db.auditEvent.findMany({ orderBy: { id: 'asc' }, take: 2 })
  if (!first || !second) throw new Error('The trail has too few rows')
  // Recomputes the unkeyed rows, as anyone can.
  const edited = { ...first, actorSource: 'main' }
  await world.db.auditEvent.update({ where: { id: 1n }, data: { actorSource: 'main', hash: unkeyedHash(edited) } })
  expect((await world.verify()).join()).toContain('rows before row 2 were removed or reordered')
})

test("checks only the last rows and the head file's row at a start, however long the trail is", async () => {
  await using world = await openWorld()
  {
    await using trail = await world.start()
    await world.write(trail, 1)
  }
  // The database generates rows with valid links; it has no key.
  await world.db.$executeRaw`
    insert into audit_events (id, at, actor_source, action, subject, detail, hash, prev_hash)
    select n, now(), 'main', 'a.b', 's', '{}', 'hmac-sha256:' || n, 'hmac-sha256:' || n - 1
    from generate_series(3, 20000) as n`
  const read: number[] = []
  const db = world.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        const rows = await query(args)
        read.push(Object(rows).length)
        return rows
      },
    },
  })
  expect(await checkLastRows({ db: Object(db), key: keys.rows })).toMatchObject({ ok: false })
  expect(read).toEqual([1001])
})

const constraints = ['audit_events_place', 'audit_events_moment', 'audit_events_detail']
const planted = (values: string) =>
  `insert into audit_events (id, at, actor_source, action, subject, detail, hash, prev_hash) ${values}`
const oddRows: [string, string][] = [
  ['an infinite time', `update audit_events set at = 'infinity' where id = 3`],
  ['a time before all dates', `update audit_events set at = '4713-01-01 BC' where id = 3`],
  ['a time after all dates', `update audit_events set at = '200000-01-01' where id = 3`],
  [
    'a deeply nested detail',
    `update audit_events set detail = (repeat('[', 4000) || repeat(']', 4000))::jsonb where id = 3`,
  ],
  ['a detail of 20 MB', `update audit_events set detail = to_jsonb(repeat('x', 20000000)) where id = 3`],
  ['a detail that is not an object', `update audit_events set detail = 'true' where id = 3`],
  ['the largest row number', planted(`values (9223372036854775807, now(), 'x', 'y', 'z', '{}', 'h', 'p')`)],
  [
    'a negative row number, linked to the last row',
    planted(`select -1, now(), 'x', 'y', 'z', '{}', 'h', hash from audit_events order by id desc limit 1`),
  ],
]

test.each(oddRows)('the database refuses a row with %s', async (_, sql) => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await expect(world.db.$executeRawUnsafe(sql)).rejects.toThrow('audit_events_')
})

test.each(oddRows)('finds an existing row with %s, which blocks neither a start nor new rows', async (_, sql) => {
  await using world = await openWorld()
  {
    await using trail = await world.start()
    await world.write(trail, 5)
  }
  for (const name of constraints) await world.db.$executeRawUnsafe(`alter table audit_events drop constraint ${name}`)
  await world.db.$executeRawUnsafe(sql)
  expect((await world.verify()).join()).toMatch(/row -?\d+ was|rows \d+ to \d+ were/)
  await using trail = await world.start()
  expect(trail.problems().length).toBeGreaterThan(0)
  await world.write(trail, 2)
  expect(await world.db.auditEvent.count({ where: { id: { in: [7n, 8n] } } })).toBe(2)
})

test('a forged last row does not block new rows', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await world.db.$executeRawUnsafe(
    planted(`select id + 1, now(), 'x', 'y', 'z', '{}', 'hmac-sha256:x', hash from audit_events where id = 6`),
  )
  await world.write(trail, 2)
  expect(await world.verify()).toEqual(['row 7 was inserted'])
})

test('authenticates a recorded row, whatever text and keys its detail has', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  const detail = JSON.parse('{"__proto__":{"a":1},"b":"\\ud800\\u0000","n":-0,"large":1e21}')
  const record = { at: new Date(), actorUserId: null, actorSource: 'main', action: 'a.b', subject: '\ud800\0' } as const
  await world.db.$transaction((tx) => trail.record(tx, { ...record, detail }))
  await trail.follow()
  expect(trail.problems()).toEqual([])
  expect(await world.verify()).toEqual([])
})
