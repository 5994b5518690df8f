import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('admits at most `width` callers at once, in order of arrival', async () => {
  const enter = createGate(2)
  const order: number[] = []
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      using _slot = await enter()
      order.push(n)
      most = Math.max(most, ++inside)
      await Promise.resolve()
      inside--
    }),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('releases the slot of a caller that throws', async () => {
  const enter = createGate(1)
  await expect(
    (async () => {
      using _slot = await enter()
      throw new Error('inside')
    })(),
  ).rejects.toThrow('inside')
  using slot = await enter()
  expect(slot).toBeDefined()
})
