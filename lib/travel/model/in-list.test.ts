import { expect, test } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { inList } from './in-list.ts'

test.each([
  ['en', 'KLM, Delta'],
  ['de', 'KLM, Delta'],
  ['es', 'KLM, Delta'],
  ['nl', 'KLM, Delta'],
  ['ja', 'KLM、Delta'],
] as const)('a list in %s has the comma of the language and leaves out absent parts', (language, text) => {
  const parts = ['KLM', undefined, null, false, '', 'Delta'] as const
  for (const name of ['flights', 'hotels', 'results'] as const) {
    expect(inList(parts, createTexts<typeof name>(compiledTexts(language, [name])[name], language))).toBe(text)
  }
})
