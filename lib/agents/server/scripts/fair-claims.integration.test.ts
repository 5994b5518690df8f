import { expect, test } from 'vitest'
import { claim } from './claim.ts'
import { openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

/** Adds pending executions that no process has claimed. */
async function addPending({ db }: ScriptWorld, principalId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => `exec_${principalId}_${n}`)
  await db.execution.createMany({
    data: ids.map((id) => ({
      ...{ id, skill: 'script', version: '1.0.0', skillDigest: 'no text', action: 'run', principalId },
      ...{ source: 'dm-approved', trust: 'approved', status: 'pending' as const, input: {}, instanceId: '' },
    })),
  })
  await db.scriptExecution.createMany({
    data: ids.map((id) => ({
      ...{ id, tokenHash: id, profileId: principalId, profileVersion: 1, language: 'javascript' },
      ...{ grant: {}, cacheKey: id, llmWaitS: 1 },
    })),
  })
}

test('a script of one profile is claimed before the next of another, which has 300 pending', async () => {
  await using world = await openScriptWorld({ works: false })
  const [flood, other] = [await world.profile({ limits: { concurrency: 32 } }), await world.profile()]
  const { ports } = world.process
  await addPending(world, flood.id, 300)
  const first = await claim(ports, 4)
  expect(first.claimed.map(({ profileId }) => profileId)).toEqual(Array(4).fill(flood.id))
  await addPending(world, other.id, 1)
  const next = await claim(ports, 1)
  expect(next.claimed.map(({ profileId }) => profileId)).toEqual([other.id])
})

test('the claims that are left to profiles without an execution in progress go to no other', async () => {
  await using world = await openScriptWorld({ works: false })
  const limits = { concurrency: 32 }
  const [flood, second, third] = [
    await world.profile({ limits }),
    await world.profile({ limits }),
    await world.profile(),
  ]
  const { ports } = world.process
  await addPending(world, flood.id, 300)
  const claimed = async (most: number) =>
    (await claim(ports, most, { forFirst: 2 })).claimed.map(({ profileId }) => profileId)
  expect(await claimed(4)).toEqual([flood.id, flood.id])
  expect(await claimed(2)).toEqual([])
  await addPending(world, second.id, 5)
  await addPending(world, third.id, 5)
  expect((await claimed(2)).toSorted()).toEqual([second.id, third.id].toSorted())
  expect(await claimed(1)).toEqual([])
})

test('two processes together start the scripts of two profiles in turns, however many one of them has pending', async () => {
  await using world = await openScriptWorld({ works: false })
  await using second = await world.open()
  const limits = { concurrency: 32 }
  const [flood, other] = [await world.profile({ limits }), await world.profile({ limits })]
  await addPending(world, flood.id, 300)
  await addPending(world, other.id, 20)
  const processes = [world.process, second]
  const started = { [flood.id]: 0, [other.id]: 0 }
  for (let round = 0; round < 6; round += 1) {
    const claims = await Promise.all(processes.map(({ ports }) => claim(ports, 3)))
    for (const { profileId } of claims.flatMap(({ claimed }) => claimed))
      started[profileId] = (started[profileId] ?? 0) + 1
    expect(started).toEqual({ [flood.id]: 3 * round + 3, [other.id]: 3 * round + 3 })
  }
})
