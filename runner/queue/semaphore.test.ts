import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('admits at most `width` callers at once, in order of arrival, even if some of them throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (scheduler, width, fails) => {
        const enter = createSemaphore(width)
        const arrived: number[] = []
        const begun: number[] = []
        let inside = 0
        let most = 0
        const settled = Promise.allSettled(
          fails.map(async (isFailing, index) => {
            await scheduler.schedule(Promise.resolve(), `${index} arrives`)
            arrived.push(index)
            using _slot = await enter()
            begun.push(index)
            most = Math.max(most, ++inside)
            await scheduler.schedule(Promise.resolve(), `${index} is done`)
            inside--
            if (isFailing) throw new Error('failed')
          }),
        )
        await scheduler.waitFor(settled)
        expect((await settled).map(({ status }) => status === 'rejected')).toEqual(fails)
        expect(begun).toEqual(arrived)
        expect(most).toBeLessThanOrEqual(width)
        expect(inside).toBe(0)
      },
    ),
  )
})

test('admits `width` callers without a wait', async () => {
  const enter = createSemaphore(2)
  using first = await enter()
  using second = await enter()
  expect([first, second]).toHaveLength(2)
})
