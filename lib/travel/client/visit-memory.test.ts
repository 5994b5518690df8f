import { expect, it } from 'vitest'
import { createVisitMemory } from './visit-memory.ts'

it('a tab remembers a scroll position for one use, and only after a return through the history', () => {
  const memory = createVisitMemory()
  const place = { top: 1234, row: null }
  memory.noteScroll('q', place)
  expect(memory.takeScroll('q', '/results')).toBeUndefined()
  memory.noteReturn('/elsewhere')
  expect(memory.takeScroll('q', '/results')).toBeUndefined()
  memory.noteReturn('/results')
  expect([memory.takeScroll('q', '/results'), memory.takeScroll('q', '/results')]).toEqual([place, undefined])
})
