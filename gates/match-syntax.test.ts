import { expect, it } from 'vitest'
import { createRuleSet } from './load-rules.ts'
import { matchSyntax } from './match-syntax.ts'
import { Rule } from './rule.ts'
import { scannedText } from './scanned-text.ts'

type Kind = Parameters<typeof scannedText>[1]
const { syntax } = createRuleSet([
  Rule.parse({
    id: 'A-A',
    ...{
      class: 'code-execution',
      severity: 'high',
      confidence: 'high',
      why: 'A reason for the rule.',
      remedy: 'Remove it.',
    },
    match: [
      { kind: 'syntax', in: 'python', near: ['key'], rule: { pattern: 'f($A)' }, constraints: { A: { regex: 'k|x' } } },
    ],
  }),
])
const found = (text: string, language: Kind['language'] = 'python') => {
  const { matches, isExhausted } = matchSyntax(scannedText('a', { kind: 'text', language }, text), syntax)
  return [matches.map(({ start, end }) => text.slice(start, end)), isExhausted]
}

it('finds what a rule describes, near its words, in its language', () => {
  expect(found('f(key)\nf(1)\ng(key)\n')).toEqual([['f(key)'], false])
  expect(found('f(x)\n')).toEqual([[], false])
  expect(found('f(key)\n', 'javascript')).toEqual([[], false])
  expect(found('# a\n\n```py\nf(key)\n```\n\n```js\nf(key)\n```\n', 'markdown')).toEqual([['f(key)'], false])
})

it('finds 20 matches at most, and gives up above 1,000 places and in source that is too large', () => {
  expect(found('f(key)\n'.repeat(21))).toEqual([Array(20).fill('f(key)'), false])
  expect(found(`f(x)\n${'key\n'.repeat(1000)}`)).toEqual([['f(x)'], false])
  expect(found(`f(x)\n${'key\n'.repeat(1001)}`)).toEqual([[], true])
  expect(found('f(key)\n'.padEnd(400_001, '#'))).toEqual([[], false])
  // One part that is too long hides no other.
  const block = (code: string) => `\`\`\`py\n${code}\`\`\`\n`
  expect(found(`# a\n${block('key\n'.repeat(1001))}${block('f(key)\n')}`, 'markdown')).toEqual([['f(key)'], true])
})
