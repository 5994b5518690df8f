import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOfToken, certainRules } from './certain-rules.ts'

/** What the pattern matches, without what it excludes before and after. */
const withoutLookarounds = (pattern: string) => pattern.replace(/\(\?<?[=!][^()]*\)/g, '')

test('a text with a credential always has the mark of its rule, so that the quick search for marks loses none', () => {
  for (const { mark, before = '', secret } of [...certainRules, beginningOfToken]) {
    const pattern = `${before}${secret}`
    const shape = fc.stringMatching(new RegExp(`^(?:${withoutLookarounds(pattern)})$`))
    fc.assert(
      fc.property(shape, (text) => {
        expect(text).toMatch(new RegExp(pattern))
        expect(text).toMatch(new RegExp(mark))
      }),
      { numRuns: 20 },
    )
  }
})
