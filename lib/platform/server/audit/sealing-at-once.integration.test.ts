import { expect, test } from 'vitest'
import { createAuditTrail } from './audit-trail.ts'
import { openAuditWorld, testKeys, testRecord } from './testing/audit-world.ts'

test('processes that seal concurrently, while others write and roll back, seal each committed row once', async () => {
  await using world = await openAuditWorld()
  const { db } = world
  await using one = await world.start()
  await using other = await world.start(await world.newFolder())
  await using third = await world.start(await world.newFolder())
  // Only the log lines after the starts count, because each new data folder is reported once.
  const reported = world.lines.length
  const trails = [1, 2, 3].map(() => createAuditTrail(testKeys.rows))
  let isWriting = true
  const write = async (writer: number) => {
    for (let n = 0; n < 25; n += 1) {
      const record = testRecord(writer * 100 + n)
      const written = db.$transaction(async (tx) => {
        await trails[writer % trails.length]?.record(tx, record, { ...record, action: 'user.signed_out' })
        if (n % 5 === 0) throw new Error('rolled back')
      })
      await written.catch((cause: unknown) => expect(cause).toMatchObject({ message: 'rolled back' }))
    }
  }
  const sealing = [one, other, third].map(async (trail) => {
    while (isWriting) await trail.follow()
  })
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  isWriting = false
  await Promise.all(sealing)
  // The timers of the other two may still hold the seal lock. They end first, so that the last sealing seals all rows.
  await other[Symbol.asyncDispose]()
  await third[Symbol.asyncDispose]()
  await one.follow()
  const leaves = await db.auditLeaf.findMany({ orderBy: { place: 'asc' } })
  expect(leaves.map(({ place }) => Number(place))).toEqual(leaves.map((_, place) => place))
  expect(new Set(leaves.map(({ lane, seq }) => `${lane}-${seq}`)).size).toBe(leaves.length)
  const rows = await world.rows()
  expect(rows.filter(({ action }) => action === 'user.signed_out')).toHaveLength(6 * 20)
  expect(leaves).toHaveLength(rows.length)
  expect([one, other, third].flatMap((trail) => trail.problems())).toEqual([])
  expect([await world.problems(), world.lines.slice(reported)]).toEqual([[], []])
})
