import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createShareCards } from './share-cards.ts'

const pictureOf = (text: string) => new TextEncoder().encode(text).buffer

test('draws the same content once, even for concurrent requests', async () => {
  const cards = createShareCards({ most: 2 })
  let drawn = 0
  const draw = async () => pictureOf(`${++drawn}`)
  const pictures = await Promise.all([cards.picture('a', draw), cards.picture('a', draw)])
  expect(pictures[0]).toBe(pictures[1])
  expect(await cards.picture('a', draw)).toBe(pictures[0])
  expect(drawn).toBe(1)
})

test('draws one picture at a time', async () => {
  const cards = createShareCards({ most: 2 })
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const slow = cards.picture('a', async () => {
    begun.push('a')
    await gate.promise
    return pictureOf('a')
  })
  const next = cards.picture('b', async () => {
    begun.push('b')
    return pictureOf('b')
  })
  await setImmediate()
  expect(begun).toEqual(['a'])
  gate.resolve()
  await Promise.all([slow, next])
  expect(begun).toEqual(['a', 'b'])
})

test('keeps a bounded number of pictures', async () => {
  const cards = createShareCards({ most: 2 })
  const drawn: string[] = []
  for (const content of ['a', 'b', 'c', 'c', 'a']) {
    await cards.picture(content, async () => {
      drawn.push(content)
      return pictureOf(content)
    })
  }
  expect(drawn).toEqual(['a', 'b', 'c', 'a'])
})

test('a failed drawing is not kept and does not stop the next ones', async () => {
  const cards = createShareCards({ most: 2 })
  const failed = cards.picture('a', () => Promise.reject(new Error('no font')))
  const next = cards.picture('b', async () => pictureOf('b'))
  await expect(failed).rejects.toThrow('no font')
  expect(await next).toEqual(pictureOf('b'))
  expect(await cards.picture('a', async () => pictureOf('a'))).toEqual(pictureOf('a'))
})
