import { SourceMap } from 'node:module'
import { describe, expect, test } from 'vitest'
import { compileAjs } from './compile-ajs.ts'

/** The compiled body, without the import line and the export. */
function bodyOf(source: string): string {
  const compiled = compileAjs(source, 'skill.ajs')
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.code.replace(/^import [^;]*; /, '').replace(/\nexport default \w+\n$/, '')
}
const problemsOf = (source: string) => {
  const compiled = compileAjs(source, 'skill.ajs')
  return compiled.ok ? [] : compiled.problems
}

test('imports only the host functions in use, and exports the function', () => {
  const compiled = compileAjs("function ask({ q }) { return llmPredict('of ' + q) }", 'skill.ajs')
  expect(compiled).toMatchObject({
    ok: true,
    code: "import { llmPredict } from '#runner/sdk/ajs.ts'; async function ask({ q }) { return (await llmPredict('of ' + q)) }\nexport default ask\n",
  })
})

test.each([
  [
    'the result of a call',
    'function f({ u }) { let r = httpFetch({ url: u }); return r }',
    'let r = (await httpFetch({ url: u }))',
  ],
  [
    'a property of a result',
    'function f() { return httpFetch({ url: "x" }).items[0] }',
    '(await httpFetch({ url: "x" })).items[0]',
  ],
  [
    'a call as argument of a call',
    'function f() { return llmPredict(httpFetch({ url: "x" })) }',
    '(await llmPredict((await httpFetch(',
  ],
  ['a call in a template', `function f() { return \`a\${llmPredict("x")}b\` }`, `a\${(await llmPredict("x"))}b`],
  [
    'a call in a loop',
    'function f({ a }) { for (const x of a) httpFetch(x) }',
    'for (const x of a) (await httpFetch(x))',
  ],
  [
    'a call that is already awaited',
    'async function f() { return await llmPredict("x") }',
    'async function f() { return await llmPredict("x") }',
  ],
  [
    'a call after characters beyond ASCII',
    'function f() { const é = "😀ü"; return llmPredict(é) }',
    '"😀ü"; return (await llmPredict(é))',
  ],
])('awaits %s', (_, source, expected) => {
  expect(bodyOf(source)).toContain(expected)
})

test('awaits a call of a function in the file if that function calls a host function, directly or through others', () => {
  const source = `const get = (q) => httpFetch({ url: q })
function twice(q) { return [get(q), get(q + 1)] }
export default function search({ q }) { return twice(q)[0] }`
  expect(bodyOf(source)).toBe(`const get = async (q) => (await httpFetch({ url: q }))
async function twice(q) { return [(await get(q)), (await get(q + 1))] }
async function search({ q }) { return (await twice(q))[0] }`)
})

test('an awaited call at the start of a line does not continue the previous line', () => {
  const source = `function f({ a }) {
  let b = a
  httpFetch({ url: b })
  if (a) llmPredict('x').trim()
  return b
}`
  expect(bodyOf(source)).toContain(
    "let b = a\n  ;(await httpFetch({ url: b }))\n  if (a) (await llmPredict('x')).trim()",
  )
})

test('keeps every statement on its line number', () => {
  const source = 'function f({ a }) {\n\n  const b = httpFetch({ url: a })\n  return b\n}'
  expect(bodyOf(source).split('\n')).toEqual([
    'async function f({ a }) {',
    '',
    '  const b = (await httpFetch({ url: a }))',
    '  return b',
    '}',
  ])
})

test('the source map maps each position to its source position', () => {
  const source = 'function f({ a }) {\n  const b = httpFetch(a); const c = llmPredict(b).trim(); return b.c\n}'
  const compiled = compileAjs(source, 'skill.ajs')
  if (!compiled.ok) throw new Error('it does not compile')
  const map = new SourceMap(JSON.parse(compiled.map))
  for (const word of ['const b', 'httpFetch', 'const c', 'llmPredict', 'trim', 'return b.c']) {
    const column = (text: string) => (text.split('\n')[1]?.indexOf(word) ?? -1) + 1
    expect(map.findOrigin(2, column(compiled.code))).toMatchObject({ lineNumber: 2, columnNumber: column(source) })
  }
})

test('a function without host calls stays unchanged', () => {
  expect(bodyOf('function f({ a }) { return a + 1 }')).toBe('function f({ a }) { return a + 1 }')
})

describe('refuses, with line, column and remedy,', () => {
  test.each<[string, string, number, number, RegExp]>([
    ['text that is not JavaScript', 'function f( {', 1, 1, /not JavaScript/],
    ['an import', 'import x from "y"\nfunction f() {}', 1, 1, /imports something/],
    ['an import at run time', 'function f() { return import("fs") }', 1, 23, /imports something/],
    ['a file without a function', 'const a = 1', 1, 1, /no function/],
    ['two functions', 'function a() {}\nfunction b() {}', 2, 1, /second function/],
    ['a function without a name', 'export default function ({ a }) { return a }', 1, 1, /no named function/],
    ['another export', 'export const a = 1\nfunction f() {}', 1, 1, /no named function/],
    ['a call in a callback', 'function f({ a }) { return a.map((x) => httpFetch(x)) }', 1, 41, /cannot wait/],
    ['a call in a method', 'function f() { return { get() { return llmPredict("x") } } }', 1, 40, /method/],
    [
      'a call in a generator',
      'function f() { function* g() { yield llmPredict("x") } return [...g()] }',
      1,
      38,
      /generator/,
    ],
    [
      'a function with a host call that is passed as a value',
      'export function f({ a }) { const g = (x) => httpFetch(x); return a.map(g) }',
      1,
      45,
      /passed on/,
    ],
    [
      'a function whose name is declared twice',
      'export function f() { const g = () => llmPredict("x"); { const g = 1 } return g() }',
      1,
      39,
      /declared twice/,
    ],
    ['a call in a parameter', 'function f({ a = llmPredict("x") }) { return a }', 1, 18, /parameter/],
    ['a call outside the function', 'const a = llmPredict("x")\nfunction f() { return a }', 1, 11, /outside/],
    ['an alias of a host function', 'function f({ a }) { const g = httpFetch; return g(a) }', 1, 31, /without calling/],
    [
      'a host function that is passed as a value',
      'function f({ a }) { return a.map(httpFetch) }',
      1,
      34,
      /without calling/,
    ],
    [
      'a parameter with the name of a host function',
      'function f({ httpFetch }) { return 1 }',
      1,
      14,
      /without calling/,
    ],
    [
      'recursion of the function',
      'function f({ a }) { return a ? f({ a: 0 }) : llmPredict("x") }',
      1,
      32,
      /the function that runs/,
    ],
    ['too much code', `function f() { return [${'"a",'.repeat(110_000)}] }`, 1, 1, /too large/],
  ])('%s', (_, source, line, column, message) => {
    expect(problemsOf(source)).toContainEqual({
      line,
      column,
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/\w/),
    })
  })
})

test('compiles 5,000 nested calls and 4,000 calls in a row', () => {
  const nested = `function f() { return ${'llmPredict('.repeat(5000)}1${')'.repeat(5000)} }`
  expect(bodyOf(nested).match(/await/g)).toHaveLength(5000)
  const inRow = `function f() {\n${'llmPredict(1)\n'.repeat(4000)}}`
  expect(bodyOf(inRow).match(/;\(await/g)).toHaveLength(4000)
})

test('accepts an async callback of map if the author awaits the results', () => {
  const source = 'async function f({ a }) { return Promise.all(a.map(async (x) => httpFetch(x))) }'
  expect(bodyOf(source)).toContain('async (x) => (await httpFetch(x))')
})
