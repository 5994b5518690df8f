import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBrowse } from './browse-view.ts'
import { offerOf, openView } from './testing/open-view.ts'

const offered = [
  offerOf('packing-list', { categories: ['travel'], description: 'Says what to pack.\u001b[31m' }),
  offerOf('invoice', { categories: ['office'] }),
  offerOf('rates', { categories: ['office', 'travel'] }),
]
const down = '\u001b[B'
const leave = '\u001b'

describe('the list of skills', () => {
  test('is searched as a person types, and by category', async () => {
    using view = openView(offered)
    expect(await view.until((frame) => frame.includes('packing-list'))).toContain('> invoice 1.0.0  Does invoice.')
    expect(await view.type('pack', 'Search: pack_')).not.toContain('invoice')
    await view.type('\u007f', 'Search: pac_')
    expect(await view.type(leave, 'Search: _')).toContain('(3 skills)')
    expect(await view.type('\t', 'Category: office (2 skills)')).not.toContain('packing-list')
    expect(await view.type(down, '> rates')).toContain('  invoice')
    expect(await view.type('xyz', 'No skill was found.')).toContain('(0 skills)')
  })

  test('fits in 80 columns and 24 rows, and has neither colour nor control characters of an author', async () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      offerOf(`skill-${String(at).padStart(3, '0')}`, { description: `${'long '.repeat(60)}\u001b[31m` }),
    )
    using view = openView(many)
    const frame = await view.until((text) => text.includes('skill-000'))
    const lines = frame.split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(80)
    expect(frame).not.toContain('\u001b[3')
    // Page down leads to the next page.
    expect(await view.type('\u001b[6~', '> skill-018')).not.toContain('skill-000')
  })

  test('is read out as a list whose selected item is named', async () => {
    using view = openView(offered, { forReader: true })
    const frame = await view.until((text) => text.includes('packing-list'))
    expect(frame).toContain('list:')
    expect(frame).toMatch(/listitem: \(selected\).*invoice/)
  })

  test('ends with escape', async () => {
    using view = openView(offered)
    await view.until((frame) => frame.includes('invoice'))
    await view.end(leave)
    expect(view.chosen).toEqual([])
  })
})

describe('the preview of a skill', () => {
  const long = `It may, whenever it runs:\n  ${'host.example.com '.repeat(20)}END`

  test('shows every character of what the skill may do, and installs nothing by itself', async () => {
    using view = openView(offered, { preview: async ({ name }) => `Install ${name}\n${long}` })
    await view.until((frame) => frame.includes('invoice'))
    const frame = await view.type('\r', 'Install invoice')
    expect(frame).toContain('END')
    expect(frame.replace(/\s/g, '').split('host.example.com')).toHaveLength(21)
    expect(view.chosen).toEqual([])
    expect(await view.type(leave, 'Search: _')).toContain('> invoice')
  })

  test('leads to the installation of the skill that it shows', async () => {
    using view = openView(offered, { preview: async ({ name }) => `Install ${name}` })
    await view.until((frame) => frame.includes('invoice'))
    await view.type(down, '> packing-list')
    await view.type('\r', 'Install packing-list')
    await view.end('i')
    expect(view.chosen.map(({ name }) => name)).toEqual(['packing-list'])
  })

  test('of a skill that a person left does not appear over another one', async () => {
    const first = Promise.withResolvers<string>()
    using view = openView(offered, {
      preview: ({ name }) => (name === 'invoice' ? first.promise : Promise.resolve(name)),
    })
    await view.until((frame) => frame.includes('invoice'))
    await view.type('\r', 'Fetching and checking invoice')
    await view.type(leave, 'Search: _')
    first.resolve('late')
    await view.type(down, '> packing-list')
    expect(view.frame()).not.toContain('late')
  })
})

const word = fc.stringMatching(/^[ab ]{1,4}$/)
const anyOffers = fc.uniqueArray(fc.tuple(word, fc.array(fc.constantFrom('x', 'y'))), { selector: ([name]) => name })

test('a search that is typed letter by letter finds the same as a text with all its words, in every category', () => {
  fc.assert(
    fc.property(anyOffers, word, fc.nat(4), (offers, query, tabs) => {
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
