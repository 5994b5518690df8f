import { expect, test } from 'vitest'
import { scriptReport } from './script-report.ts'

const errorOf = (detail: string) =>
  scriptReport({ printed: [], failure: { code: 'SKILL_CRASHED', message: 'The script stopped.', detail } })

test.each([
  ["ReferenceError: could not load module 'fs'", /^There is no module 'fs' here: a script imports nothing\./],
  [
    'ReferenceError: require is not defined',
    /^ReferenceError: require is not defined: there is no Node and no DOM here\./,
  ],
  [
    'ReferenceError: Intl is not defined',
    /^ReferenceError: Intl is not defined: there are no locales and no time zones/,
  ],
  [
    'ReferenceError: Intl is not defined, and localeCompare needs it',
    /^ReferenceError: Intl is not defined, and localeCompare needs it: there are no locales and no time zones here\./,
  ],
  ['SyntaxError: unsupported keyword: export', /^A script exports nothing: give its result to set_result\.$/],
  ['it waits for a promise that never settles', /^The script waits for a promise that never settles$/],
  ['Error: it waits for nothing', /^Error: it waits for nothing$/],
])('the engine’s text %j is told in words that help', (detail, error) => {
  expect(errorOf(detail).error).toMatch(error)
})

test('only JavaScript has no declarations of imports', () => {
  const failure = { code: 'SKILL_CRASHED', message: 'The script stopped.' } as const
  const of = (text: string, detail: string) =>
    scriptReport({ text, printed: [], failure: { ...failure, detail } }).error
  expect(of("import fs from 'fs'", "SyntaxError: Unexpected identifier 'fs'\n    at skill.js:1:8")).toMatch(
    /^SyntaxError: Unexpected identifier 'fs': a script in JavaScript imports nothing\./,
  )
  expect(of('import os as', 'SyntaxError: invalid syntax\n    at script.py:1')).toBe('SyntaxError: invalid syntax')
})

test.each([
  ['const a = 1\nset_result(1', "Unexpected token '}'", 2],
  ['set_result([1,', "unexpected token in expression: '}'", 1],
])('an error after the end of the script %j is one of its last line, and says what is missing', (text, found, line) => {
  const detail = `SyntaxError: ${found}\n    at skill.js:${line + 1}:1`
  expect(
    scriptReport({ text, printed: [], failure: { code: 'SKILL_CRASHED', message: 'The script stopped.', detail } }),
  ).toMatchObject({ error: expect.stringMatching(/after the last line: the script ends within a statement/), line })
})

test.each([
  ['Here it is:\n```js\nset_result(1)\n```', "SyntaxError: expecting ';'\n    at skill.js:1:6", 2],
  ['x = 1\n~~~ python\nset_result(1)\n~~~', 'SyntaxError: invalid syntax\n    at script.py:2', 2],
])('a syntax error in %j names the Markdown fence', (text, detail, line) => {
  const failure = { code: 'SKILL_CRASHED', message: 'The script stopped.', detail } as const
  expect(scriptReport({ text, printed: [], failure }).error).toMatch(
    new RegExp(`^SyntaxError: .*: line ${line} is a Markdown fence\\. Send only the code\\.$`),
  )
})

test('a syntax error that a running script meets says nothing of a fence in one of its texts', () => {
  const detail = 'SyntaxError: unexpected token\n    at parse (native)\n    at <anonymous> (skill.js:4:6)'
  const text = 'const note = `\n```\n`\nJSON.parse("~")\nconst more = `\n~~~\n`'
  const failure = { code: 'SKILL_CRASHED', message: 'The script stopped.', detail } as const
  expect(scriptReport({ text, printed: [], failure })).toMatchObject({
    error: 'SyntaxError: unexpected token',
    line: 4,
  })
})

test('an error that the script throws from the code around it keeps its words', () => {
  const detail = 'Error: my own\n    at skill.js:9:1'
  const failure = { code: 'SKILL_CRASHED', message: 'The script stopped.', detail } as const
  expect(scriptReport({ text: 'set_result(1)', printed: [], failure })).toMatchObject({ error: 'Error: my own' })
})

test('the line is the one of the script, not of the code around it', () => {
  const stack = '\n    at __call (skill.js:1:181)\n    at main (skill.js:2:18)\n    at start (sdk.cjs:454:27)'
  expect(errorOf(`NetworkError: no connection${stack}`)).toMatchObject({
    error: 'NetworkError: no connection',
    line: 2,
  })
})

test('a request that the deadline ended is named with its line, and a platform’s own words are not shown', () => {
  const of = (detail: string) =>
    scriptReport({ printed: [], failure: { code: 'TIMEOUT', message: 'The script did not finish.', detail } })
  expect(of('TimeoutError: the request exceeded its time limit\n    at skill.js:3:7')).toMatchObject({
    error: 'The script did not finish. TimeoutError: the request exceeded its time limit',
    line: 3,
  })
  expect(of('its signal was aborted')).toEqual({ stdout: '', stderr: '', error: 'The script did not finish.' })
})

test.each([
  ['EGRESS_BLOCKED', 'The host x.example.com is refused', 'A host was refused. The host x.example.com is refused.'],
  ['TIMEOUT', undefined, 'A host was refused.'],
] as const)('what the sender of a script can do after %s stays apart from why it failed', (code, detail, error) => {
  const failure = { code, message: 'A host was refused.', detail, remedy: 'GET /profiles/{id} says more.' }
  expect(scriptReport({ printed: [], failure })).toMatchObject({ error, remedy: failure.remedy })
})
