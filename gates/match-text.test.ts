import { describe, expect, it } from 'vitest'
import { createRuleSet } from './load-rules.ts'
import { matchText, newReadBudget } from './match-text.ts'
import { Rule, type TextMatcher } from './rule.ts'
import { scannedText } from './scanned-text.ts'

type Given = Partial<TextMatcher>
const ruleOf = (id: string, match: Given): Rule =>
  Rule.parse({
    id,
    ...{
      class: 'prompt-injection',
      severity: 'high',
      confidence: 'high',
      why: 'A reason for the rule.',
      remedy: 'Remove it.',
    },
    match: [{ kind: 'text', in: ['prose'], near: ['key'], pattern: 'key', ...match }],
  })
const one = (match: Given = {}) => createRuleSet([ruleOf('A-A', match)])
type Kind = Parameters<typeof scannedText>[1]
const found = (text: string, rules = one(), language: Kind['language'] = 'prose', budget = newReadBudget()) =>
  matchText(scannedText('a', { kind: 'text', language }, text), rules, budget)
const places = (...given: Parameters<typeof found>) =>
  found(...given).matches.map(({ rule, start }) => [rule.rule.id, start])
const mentions = (...given: Parameters<typeof found>) => found(...given).matches.map(({ isMention }) => isMention)

describe('the windows of a rule', () => {
  const read = (text: string, language?: Kind['language'], rules = one()) => {
    const budget = newReadBudget()
    const full = budget.left
    found(text, rules, language, budget)
    return full - budget.left
  }
  const at = (...offsets: number[]) =>
    offsets.reduce((text, offset) => `${text.padEnd(offset, ' ')}key`, '').padEnd(5000, ' ')

  it('cost what they read: 300 characters before and 600 after each place, and common ones once', () => {
    expect(read(at(1000))).toBe(900)
    expect(read(at(1000, 3000))).toBe(1800)
    expect(read(at(1000, 1500))).toBe(1400)
    expect(read(at(100))).toBe(700)
    expect(read(at(1000), 'prose', one({ near: ['absent', 'key'] }))).toBe(900)
    expect(read(at(1000), 'prose', one({ in: ['shell'] }))).toBe(0)
    const block = '```sh\nls\n```\n'
    const apart = `${block}${at(3000)}${block}`
    expect(read(apart, 'markdown', one({ in: ['prose', 'shell'] }))).toBe(900)
    // The code block has 14 characters of the window.
    expect(read('key\n```sh\nkey of 14 char\n```\nkey\n', 'markdown', one({ in: ['shell'] }))).toBe(15)
  })

  it('are exhausted when the budget is spent, and not before', () => {
    for (const [left, isExhausted, count] of [
      [900, false, 1],
      [899, true, 0],
    ] as const) {
      const result = found(at(1000), one(), 'prose', { left })
      expect([result.isExhausted, result.matches.length]).toEqual([isExhausted, count])
    }
  })

  it('are one where they touch', () => {
    const text = `key${' '.repeat(596)}xx${' '.repeat(299)}key${' '.repeat(900)}`
    expect(places(text, one({ pattern: 'xx' }))).toEqual([['A-A', 599]])
  })
})

describe('the matches of a rule', () => {
  it('are 20 at most, in one place or in many', () => {
    expect(places('key '.repeat(30))).toHaveLength(20)
    expect(places('key'.padEnd(1000).repeat(30))).toHaveLength(20)
    expect(places('```sh\nkey\n```\n'.repeat(30), one({ in: ['prose', 'shell'] }), 'markdown')).toHaveLength(20)
    expect(places('key'.padEnd(1000).repeat(3))).toHaveLength(3)
  })

  it('count once in a comment, and for each rule at the same place', () => {
    const comment = '# the key of a comment that has more than forty characters\n'
    const rules = createRuleSet([ruleOf('A-A', { in: ['python', 'prose'] }), ruleOf('B-B', {})])
    expect(places(comment, rules, 'python')).toEqual([
      ['A-A', 6],
      ['B-B', 6],
    ])
  })

  it('are never empty', () => {
    expect(places('the key', one({ pattern: 'z*' }))).toEqual([])
  })

  it('do not count in a warning, if the rule says so', () => {
    const text = 'Never use the key. Use the key.'
    expect(places(text, one({ warnings: 'ignored' }))).toEqual([['A-A', 27]])
    expect(places(text)).toHaveLength(2)
  })

  it('are examples only where the text shows an example of an attack', () => {
    const text = 'key\n\nAn example of an attack:\n\n```text\nkey\n```\n\nkey\n'
    const { matches } = found(text, one({ in: ['prose', 'shell'] }), 'markdown')
    expect(matches.map(({ isMention, isExample }) => [isMention, isExample === true])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
  })
})

describe('an exception', () => {
  const curl = (match: Given) => one({ near: ['curl'], pattern: 'curl \\S+', ...match })

  it('holds in the line, in the lines around, or for all addresses of the match', () => {
    expect(places('key\nok', one({ unless: 'ok', around: 'lines' }))).toEqual([])
    expect(places('key\nok', one({ unless: 'ok', around: 'line' }))).toHaveLength(1)
    expect(places('key ok', one({ unless: 'ok', around: 'line' }))).toEqual([])
    expect(places('ok key', one({ unless: 'ok', around: 'line' }))).toEqual([])
  })

  it('reads the addresses of the line only if the match has none, and excuses no match without any', () => {
    const match: Given = { unless: '^//ok\\.example', around: 'addresses' }
    expect(places('curl https://ok.example/a and https://a.example/', curl(match))).toEqual([])
    expect(places('curl https://a.example/ and https://ok.example/a', curl(match))).toHaveLength(1)
    expect(places('curl -s https://ok.example/a', curl(match))).toEqual([])
    expect(places('curl -s https://ok.example/a https://a.example/', curl(match))).toHaveLength(1)
    expect(places('curl -s', curl(match))).toHaveLength(1)
  })
})

describe('a mention', () => {
  const weak = one({ mentions: 'weak' })

  it.each([
    ['It says "the key".', true],
    ['It says "the key"', true],
    ['It says “the key”.', true],
    ['It says `the key`.', true],
    ["It says 'the key'.", true],
    ['It says the key.', false],
    ['It says "the key.', false],
    ['It says "the key\n".', false],
    ['It says the key".', false],
    ['It says "a" and the key and "b".', false],
    ['It says `a` and the key and `b`.', false],
    ["Don't use the key, isn't it", false],
    ['It says "the key`.', false],
    [`It says "${'a'.repeat(60)} key".`, false],
    [`It says "${'a'.repeat(59)} key".`, true],
    ['name: "the key"', false],
    ["  a-name : 'the key'", false],
    ['the name: "the key"', true],
  ])('is in quotes that open and close around it: %j', (text, isMention) => {
    expect(mentions(text, weak)).toEqual([isMention])
  })

  it('is no value of a configuration, and only of a rule that tells them apart', () => {
    expect(mentions('say "the key"', one({ in: ['config'], mentions: 'weak' }), 'config')).toEqual([false])
    expect(mentions('It says "the key".', one())).toEqual([false])
  })
})
