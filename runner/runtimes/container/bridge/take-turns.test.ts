import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './take-turns.ts'

test('runs at most three jobs at once, in order, even if some fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 20 }), async (scheduler, fails) => {
      const turn = createTurns(3)
      const begun: number[] = []
      let running = 0
      let most = 0
      const works = fails.map((isFailing, index) =>
        turn(async () => {
          begun.push(index)
          running += 1
          most = Math.max(most, running)
          await scheduler.schedule(Promise.resolve(), String(index))
          running -= 1
          if (isFailing) throw new Error('failed')
          return index
        }),
      )
      const settled = Promise.allSettled(works)
      await scheduler.waitFor(settled)
      expect((await settled).map(({ status }) => status === 'rejected')).toEqual(fails)
      expect(begun).toEqual(fails.map((_, index) => index))
      expect(most).toBe(Math.min(3, fails.length))
      expect(running).toBe(0)
    }),
  )
})
