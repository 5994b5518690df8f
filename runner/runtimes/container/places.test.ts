import { expect, test } from 'vitest'
import { createPlaces, type Place } from './places.ts'

const open = () => new AbortController().signal
const options = { containers: 4, memoryMb: 1000, maxQueued: 10, now: () => 0 }

/** Who comes, and what becomes of them. */
function visitors(places: ReturnType<typeof createPlaces>) {
  const inside: string[] = []
  const refused: string[] = []
  const wentAway: unknown[] = []
  const held = new Map<string, Place>()
  const visit = async (name: string, key: string, memoryMb: number, signal: AbortSignal) => {
    const place = await places.enter(key, memoryMb, signal)
    if ('retryAfterMs' in place) refused.push(name)
    else {
      inside.push(name)
      held.set(name, place)
    }
  }
  return {
    inside,
    refused,
    wentAway,
    leave: (name: string) => held.get(name)?.[Symbol.dispose](),
    enter: (name: string, key: string, memoryMb = 100, signal = open()): void => {
      visit(name, key, memoryMb, signal).catch((reason: unknown) => wentAway.push(reason))
    },
  }
}
const turn = () => new Promise(setImmediate)

test('there are as many containers at once as there are places, and the next comes in when one is gone', async () => {
  const { enter, inside, leave } = visitors(createPlaces(options))
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name, name)
  await turn()
  expect(inside).toEqual(['a', 'b', 'c', 'd'])
  leave('b')
  leave('b')
  await turn()
  expect(inside).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('all together have no more memory than there is, and whoever asks for more than all of it runs alone', async () => {
  const { enter, inside, leave } = visitors(createPlaces(options))
  enter('a', 'a', 600)
  enter('b', 'b', 600)
  enter('c', 'c', 5000)
  await turn()
  expect(inside).toEqual(['a'])
  leave('a')
  await turn()
  expect(inside).toEqual(['a', 'b'])
  leave('b')
  await turn()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('the keys take turns, and one key leaves room for others', async () => {
  const { enter, inside, leave } = visitors(createPlaces(options))
  for (const n of [1, 2, 3, 4, 5]) enter(`flood ${n}`, 'flood')
  enter('other', 'other')
  enter('third', 'third')
  await turn()
  expect(inside).toEqual(['flood 1', 'flood 2', 'flood 3', 'other'])
  leave('other')
  await turn()
  expect(inside.at(-1)).toBe('third')
  leave('flood 1')
  await turn()
  expect(inside.at(-1)).toBe('flood 4')
})

test('whoever has most in a full queue gives way, and is told when to come back', async () => {
  const { enter, inside, refused } = visitors(createPlaces({ ...options, containers: 1, maxQueued: 3 }))
  enter('first', 'flood')
  for (const n of [1, 2, 3]) enter(`flood ${n}`, 'flood')
  enter('other', 'other')
  await turn()
  expect(inside).toEqual(['first'])
  expect(refused).toEqual(['flood 3'])
  enter('flood 4', 'flood')
  await turn()
  expect(refused).toEqual(['flood 3', 'flood 4'])
})

test('whoever goes away while waiting takes no place, also when it was the next', async () => {
  const places = createPlaces(options)
  const { enter, inside, leave, wentAway } = visitors(places)
  const controller = new AbortController()
  enter('a', 'a', 900)
  enter('b', 'b', 900, controller.signal)
  enter('c', 'c', 900)
  controller.abort({ code: 'CANCELLED' })
  await turn()
  expect(wentAway).toEqual([{ code: 'CANCELLED' }])
  leave('a')
  await turn()
  expect(inside).toEqual(['a', 'c'])
})
