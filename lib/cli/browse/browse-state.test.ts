import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBrowse } from './browse-state.ts'
import { offerOf } from './testing/open-view.ts'

const word = fc.stringMatching(/^[ab ]{1,4}$/)
const offered = fc.uniqueArray(fc.tuple(word, fc.array(fc.constantFrom('x', 'y'))), { selector: ([name]) => name })

test('a search that is typed letter by letter finds the same as a text with all its words, in every category', () => {
  fc.assert(
    fc.property(offered, word, fc.nat(4), (offers, query, tabs) => {
      const all = offers.map(([name, categories]) => offerOf(name, { description: '', categories }))
      const { start, press } = createBrowse(all)
      let state = start
      for (let at = 0; at < tabs; at += 1) state = press(state, '', { tab: true }, 10)
      for (const letter of query) state = press(state, letter, {}, 10)
      const words = query.split(' ')
      const expected = all.filter(
        ({ name, categories }) =>
          words.every((one) => `${name}  ${categories.join(' ')}`.includes(one)) &&
          (state.category === undefined || categories.includes(state.category)),
      )
      expect(state.found.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort())
    }),
  )
})

test('the selection stays inside the list', () => {
  const { start, press } = createBrowse([offerOf('a'), offerOf('b'), offerOf('c')])
  const after = (keys: readonly Parameters<typeof press>[2][]) =>
    keys.reduce((state, key) => press(state, '', key, 2), start).selected
  expect(after([{ upArrow: true }])).toBe(0)
  expect(after([{ pageDown: true }, { pageDown: true }])).toBe(2)
  expect(after([{ end: true }, { pageUp: true }])).toBe(0)
})
