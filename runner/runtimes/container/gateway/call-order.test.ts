import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCallOrder } from './host-call-endpoint.ts'

test('calls proceed in the order of their numbers, in whatever order they arrive', async () => {
  const arrival = fc.shuffledSubarray(
    Array.from({ length: 20 }, (_, index) => index),
    { minLength: 20, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(arrival, async (numbers) => {
      const order = createCallOrder()
      const made: number[] = []
      await Promise.all(
        numbers.map(async (number) => {
          if (await order.turn(number)) made.push(number)
        }),
      )
      expect(made).toEqual([...numbers].sort((a, b) => a - b))
    }),
  )
})

test('rejects a number that was used, is already waiting or is too far ahead', async () => {
  const order = createCallOrder()
  const ahead = order.turn(2)
  expect(await order.turn(2)).toBe(false)
  expect(await order.turn(64)).toBe(false)
  expect(await order.turn(0)).toBe(true)
  expect(await order.turn(0)).toBe(false)
  expect(await order.turn(1)).toBe(true)
  expect(await ahead).toBe(true)
})
