import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createNearIndex } from './near-index.ts'

const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '^', '\0', '\x7f', '\x80', 'é', '忽', '略', ' '),
  minLength: 1,
  maxLength: 4,
})

it('finds each text at the same positions as a separate search for that text', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.array(piece, { maxLength: 40 }),
      (texts, pieces) => {
        const text = pieces.join('')
        const found = createNearIndex(texts, 0).positionsIn(text)
        for (const near of texts) {
          const all = Array.from({ length: text.length }, (_, at) => at).filter((at) => text.startsWith(near, at))
          expect([near, found.get(near) ?? []]).toEqual([near, all])
        }
      },
    ),
  )
})

it('lists only the first of close positions', () => {
  expect(createNearIndex(['ab'], 3).positionsIn('abab..ab').get('ab')).toEqual([0, 6])
  expect(createNearIndex(['ab'], 3).positionsIn('ab.ab.ababab').get('ab')).toEqual([0, 6, 10])
})
