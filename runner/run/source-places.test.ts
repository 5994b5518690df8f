import { expect, it } from 'vitest'
import { withSourcePlaces } from './source-places.ts'

/** Line 2 of the bundle is line 1 of the source; line 1 has no source. */
const sourceMap = JSON.stringify({ version: 3, sources: ['skill:src/main.ts'], names: [], mappings: ';AAAA' })
const plain = { kind: 'bundle', language: 'javascript', code: '' } as const

it('replaces positions in the bundle by those in the source files', () => {
  const bundle = { ...plain, sourceMap }
  const text = 'at f (skill.js:2:1) and (skill.js:2:1)'
  for (const _ of ['first', 'again']) {
    expect(withSourcePlaces(text, bundle)).toBe('at f (src/main.ts:1:1) and (src/main.ts:1:1)')
  }
})

it('leaves a position without a source, and any text of a program without sources', () => {
  const bundle = { ...plain, sourceMap }
  expect(withSourcePlaces('at f (skill.js:1:1)', bundle)).toBe('at f (skill.js:1:1)')
  expect(withSourcePlaces('at f (other.js:2:1)', bundle)).toBe('at f (other.js:2:1)')
  expect(withSourcePlaces('at f (skill.js:2:1)', plain)).toBe('at f (skill.js:2:1)')
})
