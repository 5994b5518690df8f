import { expect, test } from 'vitest'
import { createAuditTrail } from './audit-trail.ts'
import { readHeadFile } from './head-file.ts'
import { checkOpening } from './open-audit-trail.ts'
import { appendUnsealed, openAuditWorld, testKeys, testRecord } from './testing/audit-world.ts'

type World = Awaited<ReturnType<typeof openAuditWorld>>

/** Seals what is there. Returns the head in the file. */
async function sealed(world: World) {
  await (await world.start())[Symbol.asyncDispose]()
  return readHeadFile(testKeys, world.path)
}
const problemsOf = (world: World, known: Awaited<ReturnType<typeof readHeadFile>>) =>
  checkOpening({ db: world.db, keys: testKeys, name: 'head.json', known })

test('a start finds a head that differs from the one in the file, or is gone, also behind a later head', async () => {
  await using world = await openAuditWorld({ changesTables: true })
  await appendUnsealed(world.db, 3)
  const known = await sealed(world)
  if (known.kind !== 'tree') throw new Error(known.kind)
  await appendUnsealed(world.db, 2, 3)
  await sealed(world)
  expect(await problemsOf(world, known)).toEqual([])
  const where = { size: known.head.size }
  const differs = [`the tree head of ${known.head.size} rows differs from the one in head.json`]
  await world.db.auditTreeHead.update({ where, data: { root: 'ab'.repeat(32) } })
  expect(await problemsOf(world, known)).toEqual(differs)
  await world.db.auditTreeHead.delete({ where })
  expect(await problemsOf(world, known)).toEqual(differs)
  const { head } = known
  const later = { ...known, head: { ...head, size: 100n } }
  expect(await problemsOf(world, later)).toEqual([
    expect.stringMatching(/has \d+ sealed rows, but head.json covers 100/),
  ])
  await world.db.auditTreeHead.deleteMany()
  expect(await problemsOf(world, known)).toEqual([expect.stringMatching(/has 0 sealed rows, but head.json covers/)])
})

test('a start finds a counter of a lane that is behind its sealed rows', async () => {
  await using world = await openAuditWorld({ changesTables: true })
  await appendUnsealed(world.db, 3)
  const known = await sealed(world)
  const lane = await world.db.auditLane.findFirstOrThrow({ orderBy: { nextSeq: 'desc' } })
  const { id } = lane
  const last = lane.nextSeq - 1n
  await world.db.auditLane.update({ where: { id }, data: { nextSeq: last } })
  expect(await problemsOf(world, known)).toEqual([
    `the counter of lane ${id} is behind its last sealed row ${id}-${last}`,
  ])
})

test('a start finds that the first row of a lane was removed before it was sealed', async () => {
  await using world = await openAuditWorld()
  await appendUnsealed(world.db, 3)
  const { lane } = await world.db.auditEvent.findFirstOrThrow()
  await world.db.auditEvent.deleteMany({ where: { seq: 1n } })
  expect(await problemsOf(world, await sealed(world))).toEqual([`row ${lane}-1 was removed`])
})

test('a start checks the last 1,000 sealed rows, whose first one need not be the first of its lane', async () => {
  await using world = await openAuditWorld({ changesTables: true })
  const trail = createAuditTrail(testKeys.rows)
  await world.db.$transaction((tx) => trail.record(tx, ...Array.from({ length: 1_010 }, (_, n) => testRecord(n))))
  const known = await sealed(world)
  expect(await problemsOf(world, known)).toEqual([])
  const rows = await world.db.auditLeaf.findMany({ orderBy: { place: 'desc' } })
  const rowAt = (back: number) => {
    const { lane = '', seq = 0n } = rows[back - 1] ?? {}
    return { lane_seq: { lane, seq } }
  }
  await world.db.auditEvent.update({ where: rowAt(1_001), data: { subject: 'edited' } })
  expect(await problemsOf(world, known)).toEqual([])
  await world.db.auditEvent.update({ where: rowAt(1_000), data: { subject: 'edited' } })
  expect(await problemsOf(world, known)).toHaveLength(1)
})
