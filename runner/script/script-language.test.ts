import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { languageOfScript } from './script-language.ts'
import { createScriptParser } from './script-parser.ts'

const processPath = join(import.meta.dirname, 'script-parser-process.ts')
const parser = createScriptParser({ processPath, deadlineMs: 60_000 })
afterAll(() => parser[Symbol.asyncDispose]())

const javascript = [
  'const rates = await (await fetch("https://api.example.com/r")).json()\nset_result(rates.map((rate) => rate.price))',
  '// import httpx\nset_result(1)',
  'console.log(`import os\ndef f(): pass`); let x = 1',
  'if (a) { b() } else { c() }',
  'set_result({ ...a })',
]
const python = [
  'import httpx\nset_result(httpx.get("https://api.example.com/r").json())',
  '# const x = 1;\nset_result(1)',
  'for rate in rates:\n    print(rate)',
  'text = """function f() { return 1 }"""\nset_result([one for one in text])',
  'set_result({"a": 1} if ok else None)',
  'def main():\n    return 1\n\nset_result(main())\n',
]

test.each(javascript)('%j is JavaScript', async (text) => {
  expect(await languageOfScript(parser, text, undefined)).toEqual({ ok: true, language: 'javascript' })
})

test.each(python)('%j is Python', async (text) => {
  expect(await languageOfScript(parser, text, undefined)).toEqual({ ok: true, language: 'python' })
})

test.each(['set_result(1)', 'x = settings.get("A_KEY")\nset_result(x)', '"import httpx"'])(
  '%j is valid in both languages, so the caller must name the language',
  async (text) => {
    expect(await languageOfScript(parser, text, undefined)).toEqual({
      ok: false,
      details: {
        language: 'is ambiguous: the script is valid JavaScript and Python; set "language" to "javascript" or "python"',
      },
    })
    expect(await languageOfScript(parser, text, 'python')).toEqual({ ok: true, language: 'python' })
    expect(await languageOfScript(parser, text, 'javascript')).toEqual({ ok: true, language: 'javascript' })
  },
)

test('names the line of the syntax error in each language', async () => {
  expect(await languageOfScript(parser, 'a = 1\nset_result((1\n', undefined)).toMatchObject({
    ok: false,
    details: { language: expect.stringMatching(/JavaScript \(line \d\) and not valid Python \(line \d\); set/) },
  })
})

test('rejects empty, binary and too large texts without parsing, and names the problem', async () => {
  const unused = {
    firstErrors: () => Promise.reject(new Error('must not be called in this test')),
    async [Symbol.asyncDispose]() {},
  }
  const problem = async (text: string) => languageOfScript(unused, text, undefined)
  expect(await problem(' \n')).toEqual({ ok: false, details: { script: 'is empty: send the code to run' } })
  expect(await problem('\u007fELF\0\0')).toEqual({
    ok: false,
    details: { script: 'is not text: send UTF-8 without NUL characters' },
  })
  expect(await problem('é'.repeat(131_073))).toEqual({
    ok: false,
    details: { script: 'is larger than 256 KB: send less code, and let it fetch its data' },
  })
  expect(await languageOfScript(unused, '\0', 'python')).toMatchObject({ ok: false })
})

const faulty = join(import.meta.dirname, 'testing/crashing-parser.ts')

test('kills a parser that exceeds its deadline', async () => {
  await using hasty = createScriptParser({ processPath: faulty, deadlineMs: 100, patientMs: 100 })
  expect(await languageOfScript(hasty, 'hang', undefined)).toEqual({
    ok: false,
    details: {
      language:
        'cannot be found out, because the script could not be parsed in time; set "language" to "javascript" or "python"',
    },
  })
  // Without `ps` on the machine, only the answer is checked.
  const processes = () => (spawnSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).stdout ?? '').split('\n')
  const isOwn = (line: string) => Number.parseInt(line, 10) === process.pid
  await vi.waitUntil(() => !processes().some((line) => isOwn(line) && line.includes('crashing-parser')), {
    timeout: 30_000,
  })
})

test('retries a text with a longer deadline if the first parser is too slow, as on a busy machine', async () => {
  await using slow = createScriptParser({ processPath: faulty, deadlineMs: 1, patientMs: 60_000 })
  expect(await languageOfScript(slow, 'slow', undefined)).toEqual({ ok: true, language: 'javascript' })
})

test('answers in time for deeply nested, long or invalid texts', async () => {
  await using bounded = createScriptParser({ processPath, deadlineMs: 500, patientMs: 500 })
  const texts = ['(', '[', '!', '"', '`${', 'f"{', 'lambda:', 'not ', '1+', 'a=>', ' if x:\n'].map((piece) =>
    piece.repeat(250_000 / piece.length),
  )
  for (const text of texts) {
    const verdict = await languageOfScript(bounded, text, undefined)
    if (!verdict.ok) expect(verdict.details.language).toContain('set "language" to')
  }
})

test('a parser crash loses the answer for one text only, and the next text gets a new process', async () => {
  await using crashing = createScriptParser({ processPath: faulty, deadlineMs: 60_000 })
  expect(await crashing.firstErrors('crash')).toBeUndefined()
  expect(await crashing.firstErrors('let a = 1')).toEqual({ javascript: null, python: 1 })
  expect(await crashing.firstErrors('nonsense')).toBeUndefined()
  expect(await crashing.firstErrors('let a = 1')).toEqual({ javascript: null, python: 1 })
})

test('returns no answer if the parser cannot start or its queue is full', async () => {
  await using missing = createScriptParser({ processPath: '/no/such/file.ts', deadlineMs: 60_000 })
  expect(await missing.firstErrors('let a = 1')).toBeUndefined()
  const answers = await Promise.all(Array.from({ length: 40 }, () => parser.firstErrors('let a = 1')))
  // The queue of the first parser holds 32 texts, and that of the second parser 4.
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(4)
})
