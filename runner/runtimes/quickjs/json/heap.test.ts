import { expect, test } from 'vitest'
import { text } from './engine-layout.ts'
import { Heap, notPlain } from './heap.ts'

const bytes = 64
function opened(): { heap: Heap; words: Uint32Array } {
  const memory = new ArrayBuffer(bytes)
  const heap = new Heap()
  heap.open(memory)
  return { heap, words: new Uint32Array(memory) }
}

test.each([bytes, bytes + 4, 2 ** 32 - 4, 2, 5, -4])('refuses a word at %d in a memory of 64 bytes', (pointer) => {
  expect(() => opened().heap.word(pointer)).toThrow(notPlain)
})

test.each([bytes, 1, -2])('refuses a half word at %d', (pointer) => {
  expect(() => opened().heap.half(pointer)).toThrow(notPlain)
})

test.each([
  ['a length beyond the memory', 0x7fff_ffff],
  ['a wide length that ends beyond the memory', text.wide + 24],
])('refuses a text with %s', (_, length) => {
  const { heap, words } = opened()
  words[text.length / 4] = length
  expect(() => heap.charactersOf(0)).toThrow(notPlain)
})

test('reads a text that ends with the memory, and refuses one byte more', () => {
  const { heap, words } = opened()
  const room = bytes - text.characters
  words[text.length / 4] = room
  expect(heap.charactersOf(0)).toBe(text.characters)
  words[text.length / 4] = room + 1
  expect(() => heap.charactersOf(0)).toThrow(notPlain)
})
