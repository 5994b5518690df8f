import { expect, test } from 'vitest'
import { waitingForLocks } from '#lib/platform/server/db/testing.ts'
import { sha256 } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import { claim } from './claim.ts'
import { openScriptWorld } from './testing/script-world.ts'

/** A pending script, and what `change` makes of its row. Returns the script that may run, as its text. */
async function claimedAfter(change: (world: Awaited<ReturnType<typeof openScriptWorld>>) => Promise<unknown>) {
  await using world = await openScriptWorld({ works: false })
  const profile = await world.profile()
  await world.execute(profile.token, 'set_result(1)')
  await change(world)
  const { claimed } = await claim(world.process.ports, 4)
  return claimed.map(({ script }) => script?.text)
}

test('a script runs only if its text is the one that was accepted', async () => {
  expect(await claimedAfter(async () => {})).toEqual(['set_result(1)'])
  const swapped = claimedAfter(({ db }) => db.script.updateMany({ data: { text: 'set_result(2)' } }))
  expect(await swapped).toEqual([undefined])
  expect(await claimedAfter(({ db }) => db.script.deleteMany())).toEqual([undefined])
})

test('a script does not run with the digest of another text, its grant changed, or without a seal', async () => {
  const text = 'set_result(2)'
  const digest = sha256(scriptBytes('javascript', text))
  const other = claimedAfter(async ({ db }) => {
    await db.script.create({ data: { digest, text, language: 'javascript' } })
    await db.execution.updateMany({ data: { skillDigest: digest } })
  })
  expect(await other).toEqual([undefined])
  expect(await claimedAfter(({ db }) => db.execution.updateMany({ data: { seal: null } }))).toEqual([undefined])
  const granted = claimedAfter(
    ({ db }) => db.$executeRaw`update script_executions set "grant" = jsonb_set("grant", '{language}', '"python"')`,
  )
  expect(await granted).toEqual([undefined])
})

test('a script whose profile expires has the time that is left until then', async () => {
  await using world = await openScriptWorld({ works: false })
  const [endless, ending] = [await world.profile(), await world.profile()]
  const expiresAt = new Date(world.now() + 60_000)
  await world.db.profile.update({ where: { id: ending.id }, data: { expiresAt } })
  for (const { token } of [endless, ending]) await world.execute(token, 'set_result(1)')
  const clock = { ...world.process.ports.clock, now: () => expiresAt.getTime() - 7_000 }
  const { claimed } = await claim({ ...world.process.ports, clock }, 4)
  const left = claimed.flatMap((one) => (one.script ? [[one.profileId, one.leftMs]] : []))
  expect(Object.fromEntries(left)).toEqual({ [endless.id]: undefined, [ending.id]: 7_000 })
})

test('says that more are pending only if it leaves some', async () => {
  await using world = await openScriptWorld({ works: false })
  const { token } = await world.profile()
  for (const n of [1, 2]) await world.execute(token, `set_result(${n})`)
  const first = await claim(world.process.ports, 1)
  expect([first.claimed.length, first.hasMore]).toEqual([1, true])
  const last = await claim(world.process.ports, 1)
  expect([last.claimed.length, last.hasMore]).toEqual([1, false])
})

test('claims nothing of a profile that ended, and says how it ended, also beside another', async () => {
  await using world = await openScriptWorld({ works: false })
  const [revoked, expired, usable] = [await world.profile(), await world.profile(), await world.profile()]
  for (const { token } of [revoked, expired, usable]) await world.execute(token, 'set_result(1)')
  const now = new Date(world.now())
  await world.db.profile.update({ where: { id: revoked.id }, data: { revokedAt: now } })
  await world.db.profile.update({ where: { id: expired.id }, data: { expiresAt: now } })
  const { claimed, ended, hasMore } = await claim(world.process.ports, 4)
  expect(claimed.map(({ profileId }) => profileId)).toEqual([usable.id])
  expect(hasMore).toBe(false)
  expect(Object.fromEntries(ended.map(({ id, isRevoked }) => [id, isRevoked]))).toEqual({
    [revoked.id]: true,
    [expired.id]: false,
  })
  const next = await claim(world.process.ports, 4)
  expect([next.claimed, next.ended.length]).toEqual([[], 2])
})

test('a script whose grant cannot be read does not run', async () => {
  const broken = claimedAfter(({ db }) => db.$executeRaw`update script_executions set "grant" = '{}'`)
  expect(await broken).toEqual([undefined])
})

test('a cancel that wins against a claim leaves nothing to claim, and is no changed record', async () => {
  await using world = await openScriptWorld({ works: false })
  const { db } = world
  await world.execute((await world.profile()).token, 'set_result(1)')
  const claiming = await db.$transaction(async (tx) => {
    await tx.execution.updateMany({ data: { status: 'error', finishedAt: new Date(world.now()) } })
    const claimed = claim(world.process.ports, 4)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { claimed }
  })
  expect((await claiming.claimed).claimed).toEqual([])
})
