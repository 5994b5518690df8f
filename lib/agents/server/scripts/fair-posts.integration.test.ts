import { expect, test } from 'vitest'
import { withFairKey } from '#runner/queue/fair-key.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

/** Agents on one machine share its address. */
const fromOneAddress = <Result>(work: () => Result): Result => withFairKey('address', work)

const scriptOf = (n: number) => `const value = ${n}; set_result(value)`

/** Sends as many scripts of one profile, then one of another. Returns how many are stored before that one. */
async function storedBefore(world: ScriptWorld, count: number): Promise<number> {
  const [flood, other] = [await world.profile(), await world.profile()]
  const stored: string[] = []
  const post = async (token: string, n: number) => {
    await fromOneAddress(() => world.execute(token, scriptOf(n)))
    stored.push(token)
  }
  const posts: Promise<void>[] = []
  await world.db.$transaction(async (tx) => {
    // Nothing is stored before each request has found its profile.
    await tx.$executeRaw`lock table executions in exclusive mode`
    for (let n = 0; n < count; n += 1) posts.push(post(flood.token, n))
    posts.push(post(other.token, count))
    // This token has the form of one, so it is looked up, after the others.
    const unknown = { profile_id: `ark_${'0'.repeat(22)}`, script: scriptOf(0), language: 'javascript' } as const
    const refused = await fromOneAddress(() => world.scripts.execute(unknown, noHeaders))
    expect(refused.ok).toBe(false)
  })
  await Promise.all(posts)
  return stored.indexOf(other.token)
}

test.for([100, 300])(
  'a profile that sends %i scripts at once has at most 16 stored before one of another profile',
  async (count) => {
    await using world = await openScriptWorld({ works: false })
    expect(await storedBefore(world, count)).toBeLessThanOrEqual(16)
  },
)

test('the language of a script is found out beside 300 such scripts of another profile', async () => {
  await using world = await openScriptWorld({ works: false })
  const [flood, other] = [await world.profile(), await world.profile()]
  const tokens = [...Array.from({ length: 300 }, () => flood.token), other.token]
  const execute = (profile_id: string, n: number) =>
    fromOneAddress(() => world.scripts.execute({ profile_id, script: scriptOf(n) }, noHeaders))
  const accepted = await Promise.all(tokens.map(execute))
  expect(accepted.filter(({ ok }) => !ok)).toEqual([])
})

test('a profile with 2,000 requests that wait to be stored gets a retry time for the next one', async () => {
  await using world = await openScriptWorld({ works: false })
  const { token } = await world.profile()
  const profile_id = token
  const execute = (n: number) =>
    world.scripts.execute({ profile_id, script: scriptOf(n), language: 'javascript' }, noHeaders)
  const posts: ReturnType<typeof execute>[] = []
  const first = await world.db.$transaction(async (tx) => {
    await tx.$executeRaw`lock table executions in exclusive mode`
    for (let n = 0; n < 2009; n += 1) posts.push(execute(n))
    return Promise.race(posts)
  })
  expect(first).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' }, retryAfterMs: expect.any(Number) })
  await Promise.all(posts)
})
