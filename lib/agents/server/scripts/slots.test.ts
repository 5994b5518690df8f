import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('gives a freed slot to the longest waiting caller of take, before takeFree', async () => {
  const slots = createSlots(2)
  const taken = slots.takeFree(5)
  expect(taken.length).toBe(2)
  const order: number[] = []
  const waiting = [1, 2].map(async (number) => {
    const slot = await slots.take()
    order.push(number)
    return slot
  })
  taken[0]?.[Symbol.dispose]()
  expect(slots.takeFree(1)).toEqual([])
  taken[1]?.[Symbol.dispose]()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2])
})

test('frees a slot once, however often it is disposed', () => {
  const slots = createSlots(1)
  const [slot] = slots.takeFree(1)
  slot?.[Symbol.dispose]()
  slot?.[Symbol.dispose]()
  expect(slots.takeFree(5).length).toBe(1)
})
