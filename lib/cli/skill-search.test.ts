import { expect, it } from 'vitest'
import { parseSource } from '#lib/skills/server/sources/parse-source.ts'
import { shellWord } from './skill-search.ts'

it('prints the address of a strange folder as one word, which a shell does not interpret', () => {
  const text = "github:o/r/$(touch x);'`id`"
  expect(parseSource(text).ok).toBe(true)
  expect(shellWord(text)).toBe("'github:o/r/$(touch x);'\\''`id`'")
  expect(shellWord('registry:https://h.example/i.json#a@1.0.0')).toBe('registry:https://h.example/i.json#a@1.0.0')
})
