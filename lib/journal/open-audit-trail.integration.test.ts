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

/** A database and a data folder, and instances that work with them. */
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

test('a trail that nobody touched holds at each start and for the command, and its head is closed to others', async () => {
  await using world = await openWorld()
  for (let starts = 0; starts < 3; starts += 1) {
    await using trail = await world.start()
    await world.write(trail, 4)
    expect(trail.problems()).toEqual([])
  }
  expect(await world.verify()).toEqual([])
  expect(world.lines).toEqual([])
  expect((await stat(world.path)).mode & 0o777).toBe(0o600)
  // One row for the head, once.
  expect(await verifyAuditTrail(world.db, keys, world.path)).toMatchObject({
    rows: 13,
    unkeyed: 0,
    seen: 13n,
    opened: [1n],
  })
})

test('says how the trail was changed, to the log at the next start and by the command, and starts all the same', async () => {
  const attacks: [string, (world: Awaited<ReturnType<typeof openWorld>>) => Promise<unknown>][] = [
    ['row 3 was edited', ({ db }) => db.auditEvent.update({ where: { id: 3n }, data: { subject: 'user_x' } })],
    ['row 4 was removed', ({ db }) => db.auditEvent.delete({ where: { id: 4n } })],
    [
      'the trail ends with row 4, and row 6 was seen: rows were removed at its end',
      ({ db }) => db.auditEvent.deleteMany({ where: { id: { gt: 4n } } }),
    ],
    ['the table is empty, and row 6 was seen', ({ db }) => db.auditEvent.deleteMany()],
    ['is not what this instance wrote', ({ path }) => writeFile(path, '{}')],
    [
      'is not what this instance wrote',
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

test('a head that tells of lost rows stays as it is, whatever is written after that', async () => {
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
  expect((await world.verify()).join()).toContain('row 6 is not the row that was seen there')
})

test('what happens to the trail while an instance runs is found by it', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await trail.follow()
  await world.db.auditEvent.deleteMany({ where: { id: { gt: 3n } } })
  await world.write(trail, 5)
  await trail.follow()
  expect(trail.problems()).toEqual(['row 6 is not the row that was seen there'])
})

test('a process that is killed between the commit and the head file leaves the head behind, which is no fault', async () => {
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

test('a row whose transaction is undone is in no head', async () => {
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

test('several processes and data folders on one database keep heads that all hold', async () => {
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
    expect((await world.verify(path)).join()).toContain('rows were removed at its end')
  }
})

test('a copy of the head that is kept elsewhere tells of a trail and a head file that were both set back', async () => {
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
  expect((await world.verify(copy)).join()).toContain('row 7 was seen')
})

test('rows of before there was a key are sealed as they stand by the first start', async () => {
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
  if (!first || !second) throw new Error('There are six')
  // The whole unkeyed part made anew, as anybody can.
  const edited = { ...first, actorSource: 'main' }
  await world.db.auditEvent.update({ where: { id: 1n }, data: { actorSource: 'main', hash: unkeyedHash(edited) } })
  expect((await world.verify()).join()).toContain('rows before row 2 were removed or reordered')
})

test('looks at a start at the last rows and the seen one alone, however long the trail is', async () => {
  await using world = await openWorld()
  {
    await using trail = await world.start()
    await world.write(trail, 1)
  }
  // Rows that hold to each other are made by the database; it has no key.
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
  ['a moment without an end', `update audit_events set at = 'infinity' where id = 3`],
  ['a moment before all dates', `update audit_events set at = '4713-01-01 BC' where id = 3`],
  ['a moment after all dates', `update audit_events set at = '200000-01-01' where id = 3`],
  [
    'a detail of great depth',
    `update audit_events set detail = (repeat('[', 4000) || repeat(']', 4000))::jsonb where id = 3`,
  ],
  ['a detail of 20 MB', `update audit_events set detail = to_jsonb(repeat('x', 20000000)) where id = 3`],
  ['a detail that is no object', `update audit_events set detail = 'true' where id = 3`],
  ['the largest place', planted(`values (9223372036854775807, now(), 'x', 'y', 'z', '{}', 'h', 'p')`)],
  [
    'a place below the first, after the last row',
    planted(`select -1, now(), 'x', 'y', 'z', '{}', 'h', hash from audit_events order by id desc limit 1`),
  ],
]

test.each(oddRows)('a row with %s is refused by the database', async (_, sql) => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await expect(world.db.$executeRawUnsafe(sql)).rejects.toThrow('audit_events_')
})

test.each(oddRows)(
  'a row with %s that stands there all the same is found, and neither stops a start nor what is recorded',
  async (_, sql) => {
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
  },
)

test('a row that was put at the end keeps no other out', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  await world.write(trail, 5)
  await world.db.$executeRawUnsafe(
    planted(`select id + 1, now(), 'x', 'y', 'z', '{}', 'hmac-sha256:x', hash from audit_events where id = 6`),
  )
  await world.write(trail, 2)
  expect(await world.verify()).toEqual(['row 7 was inserted'])
})

test('a row is authentic as it was recorded, whatever text and keys its detail has', async () => {
  await using world = await openWorld()
  await using trail = await world.start()
  const detail = JSON.parse('{"__proto__":{"a":1},"b":"\\ud800\\u0000","n":-0,"large":1e21}')
  const record = { at: new Date(), actorUserId: null, actorSource: 'main', action: 'a.b', subject: '\ud800\0' } as const
  await world.db.$transaction((tx) => trail.record(tx, { ...record, detail }))
  await trail.follow()
  expect(trail.problems()).toEqual([])
  expect(await world.verify()).toEqual([])
})
