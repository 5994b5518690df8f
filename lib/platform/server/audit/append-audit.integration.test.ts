import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createAppendAudit, createAuditTrail } from './audit-trail.ts'
import { openAuditWorld, testKeys, testRecord } from './testing/audit-world.ts'

/** A database with one row, and the positions of all rows. */
async function openAppending() {
  const world = await openAuditWorld()
  const { db } = world
  const append = createAppendAudit(db, createAuditTrail(testKeys.rows))
  await append(testRecord(0))
  const lane = await db.auditLane.findFirstOrThrow()
  return {
    ...world,
    append,
    lane,
    positions: async () =>
      (await world.rows()).map(({ lane: of, seq }) => [of === lane.id ? 'same' : 'other', Number(seq)]),
    async problems() {
      await using trail = await world.start()
      return [...trail.problems(), ...(await world.problems())]
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('rows that are appended continue one lane, beside rows of transactions of this and other processes', async () => {
  await using world = await openAppending()
  const { db, append } = world
  await append(testRecord(1))
  // Another process moves the lane.
  const other = createAuditTrail(testKeys.rows)
  await db.$transaction((tx) => other.record(tx, testRecord(2), testRecord(3)))
  await Promise.all([4, 5, 6].map((n) => append(testRecord(n))))
  await append(testRecord(7))
  expect(await world.positions()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((seq) => ['same', seq]))
  const rows = await world.rows()
  expect(rows.map(({ subject }) => subject)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `subject ${n}`))
  expect(await world.problems()).toEqual([])
})

test('a row that is appended takes one statement, and after a failure of it is not written again', async () => {
  await using world = await openAppending()
  const { db } = world
  const transactions = vi.spyOn(db, 'sqlTransaction')
  await world.append(testRecord(1))
  expect(transactions).not.toHaveBeenCalled()
  const query = vi
    .spyOn(db.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('The connection was lost')))
  await expect(world.append(testRecord(2))).rejects.toThrow('The connection was lost')
  query.mockRestore()
  expect(transactions).not.toHaveBeenCalled()
})

test('a row that is appended waits for no other writer: while its lane is locked, it goes to another', async () => {
  await using world = await openAppending()
  const holder = new pg.Client({ connectionString: world.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from audit_lanes for update')
  await world.append(testRecord(1))
  await world.append(testRecord(2))
  await holder.query('rollback')
  await holder.end()
  expect((await world.positions()).sort()).toEqual([
    ['other', 1],
    ['other', 2],
    ['same', 1],
  ])
  expect(await world.problems()).toEqual([])
})

test.each([
  ['its counter was edited', /counter of lane \w+ was edited/, 'update audit_lanes set next_seq = 1'],
  [
    'its counter has another MAC',
    /counter of lane \w+ was edited/,
    `update audit_lanes set mac = 'x' || substr(mac, 2)`,
  ],
  [
    'a row was inserted at its next position',
    /./,
    `insert into audit_events (lane, seq, at, source, action, subject, detail, mac)
    select lane, seq + 1, at, source, action, subject, detail, mac from audit_events`,
  ],
])('a row that is appended avoids an altered lane (%s), and the alteration is found', async (_, finding, change) => {
  await using world = await openAppending()
  await world.db.$executeRawUnsafe(change)
  await world.append(testRecord(1))
  await world.append(testRecord(2))
  const of = (await world.rows()).filter(({ lane }) => lane !== world.lane.id)
  expect(of.map(({ seq, subject }) => [Number(seq), subject])).toEqual([
    [1, 'subject 1'],
    [2, 'subject 2'],
  ])
  expect((await world.problems()).join('\n')).toMatch(finding)
})

test('a row that cannot be written fails alone, and leaves no gap', async () => {
  await using world = await openAppending()
  const bad = { ...testRecord(1), at: new Date(Number.NaN) }
  const results = await Promise.allSettled([world.append(bad), world.append(testRecord(2))])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await world.append(testRecord(3))
  const subjects = (await world.rows()).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([0, 2, 3].map((n) => `subject ${n}`))
  // A gap would be a finding.
  expect(await world.problems()).toEqual([])
})
