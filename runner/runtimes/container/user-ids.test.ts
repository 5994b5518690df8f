import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUserIds, drawUserIds, userIdsOn } from './user-ids.ts'

test('gives each container a user id that no other holder has, within the range', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat({ max: 9 })), { maxLength: 60 }), (steps) => {
      const users = createUserIds({ first: 1000, count: 60 })
      const taken: ReturnType<typeof users.take>[] = []
      for (const step of steps) {
        if (step === null) taken.push(users.take())
        else taken.splice(step, 1)[0]?.[Symbol.dispose]()
        const ids = taken.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => id >= 1000 && id < 1060)).toBe(true)
      }
    }),
  )
})

test('a user id released twice is free only once', () => {
  const users = createUserIds({ first: 1, count: 2 })
  const user = users.take()
  for (let time = 0; time < 2; time += 1) user[Symbol.dispose]()
  expect([users.take().id, users.take().id].sort()).toEqual([1, 2])
  expect(() => users.take()).toThrow('All 2 user ids are taken')
})

test('ranges avoid ordinary users, and fit into a user namespace if the engine runs in one', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (isMapped, drawn) => {
      const { first, count } = drawUserIds(isMapped, (limit) => Math.floor(drawn * limit))
      expect(first).toBeGreaterThanOrEqual(20_000)
      expect(first + count).toBeLessThanOrEqual(isMapped ? 65_534 : 2 ** 31)
    }),
  )
})

test.each([
  [['name=seccomp,profile=default', 'name=rootless'], true],
  [['name=userns'], true],
  [['name=seccomp,profile=default'], false],
])('user ids on an engine with %j fit into a user namespace: %s', async (SecurityOptions, isMapped) => {
  const info = {
    ServerVersion: '1',
    NCPU: 1,
    MemTotal: 1,
    MemoryLimit: true,
    PidsLimit: true,
    CpuCfsQuota: true,
  }
  const { id } = await userIdsOn({ info: async () => ({ ...info, SecurityOptions }) }).take()
  expect(id < 65_534).toBe(isMapped)
})
