import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { RuntimeName } from '../contract/manifest.ts'
import { languageOfScript, type RuntimeQuestion, runtimeOfScript } from './script-language.ts'
import { createScriptParser, type ScriptParser } from './script-parser.ts'

const unnamed = { asked: undefined, preferred: 'python' } as const
const processPath = join(import.meta.dirname, 'script-parser-process.ts')
const parser = createScriptParser({ processPath, deadlineMs: 60_000 })
afterAll(() => parser[Symbol.asyncDispose]())

const javascript = [
  'const rates = await (await fetch("https://api.example.com/r")).json()\nset_result(rates.map((rate) => rate.price))',
  '// import httpx\nset_result(1)',
  'console.log(`import os\ndef f(): pass`); let x = 1',
  'if (a) { b() } else { c() }',
  'set_result({ ...a })',
  'set_result(await settings.keys())',
]
const python = [
  'import httpx\nset_result(httpx.get("https://api.example.com/r").json())',
  '# const x = 1;\nset_result(1)',
  'for rate in rates:\n    print(rate)',
  'text = """function f() { return 1 }"""\nset_result([one for one in text])',
  'set_result({"a": 1} if ok else None)',
  'def main():\n    return 1\n\nset_result(main())\n',
  'async def main(): return await f()\nset_result(asyncio.run(main()))',
]

test.each(javascript)('%j is JavaScript', async (text) => {
  expect(await languageOfScript(parser, text, unnamed)).toMatchObject({
    ok: true,
    language: 'javascript',
    isGuessed: false,
  })
})

test.each(python)('%j is Python', async (text) => {
  const named = { asked: undefined, preferred: 'javascript' } as const
  expect(await languageOfScript(parser, text, named)).toMatchObject({ ok: true, language: 'python', isGuessed: false })
})

test.each(['set_result(1)', 'x = settings.get("A_KEY")\nset_result(x)', '"import httpx"'])(
  '%j is valid in both languages: it is in the preferred one, and the verdict says that this is a guess',
  async (text) => {
    for (const preferred of ['javascript', 'python'] as const) {
      const guessed = { ok: true, language: preferred, isGuessed: true }
      expect(await languageOfScript(parser, text, { asked: undefined, preferred })).toMatchObject(guessed)
      for (const asked of ['javascript', 'python'] as const) {
        const named = { ok: true, language: asked, isGuessed: false }
        expect(await languageOfScript(parser, text, { asked, preferred })).toEqual(named)
      }
    }
  },
)

test.each([
  ['```python\nset_result(1)\n```', 'python'],
  ['#!/usr/bin/env node\nset_result(1)', 'javascript'],
])('%j says its language itself, and nobody guesses', async (text, language) => {
  const verdict = { ok: true, language, isGuessed: false }
  for (const preferred of ['javascript', 'python'] as const)
    expect(await languageOfScript(parser, text, { asked: undefined, preferred })).toEqual(verdict)
})

test('a fence without a language leaves the choice to the grammar', async () => {
  expect(await languageOfScript(parser, '~~~\nimport httpx\n~~~', unnamed)).toMatchObject({ language: 'python' })
  expect(await languageOfScript(parser, '```\nlet a = 1\n```', unnamed)).toMatchObject({ language: 'javascript' })
})

test('names the fence of a script that has a text around it', async () => {
  const text = 'Here is the script:\n```python\nset_result(1)\n```\nIt gives 1.'
  expect(await languageOfScript(parser, text, unnamed)).toEqual({
    ok: false,
    details: { script: 'has a Markdown fence in line 2: send only the code' },
  })
})

test('names the line of the syntax error in each language', async () => {
  expect(await languageOfScript(parser, 'a = 1\nset_result((1\n', unnamed)).toMatchObject({
    ok: false,
    details: { language: expect.stringMatching(/JavaScript \(line \d\) and not valid Python \(line \d\); set/) },
  })
})

test('rejects empty, binary and too large texts without parsing, and names the problem', async () => {
  const unused = {
    parse: () => Promise.reject(new Error('must not be called in this test')),
    async [Symbol.asyncDispose]() {},
  }
  const problem = async (text: string) => languageOfScript(unused, text, unnamed)
  expect(await problem(' \n')).toEqual({ ok: false, details: { script: 'is empty: send the code to run' } })
  expect(await problem('\u007fELF\0\0')).toEqual({
    ok: false,
    details: { script: 'is not text: send UTF-8 without NUL characters' },
  })
  expect(await problem('é'.repeat(131_073))).toEqual({
    ok: false,
    details: { script: 'is larger than 256 KB: send less code, and let it fetch its data' },
  })
  expect(await languageOfScript(unused, '\0', { ...unnamed, asked: 'python' })).toMatchObject({ ok: false })
})

const faulty = join(import.meta.dirname, 'testing/crashing-parser.ts')

test('kills a parser that exceeds its deadline', async () => {
  await using hasty = createScriptParser({ processPath: faulty, deadlineMs: 100, patientMs: 100 })
  expect(await languageOfScript(hasty, 'hang', unnamed)).toEqual({
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
  expect(await languageOfScript(slow, 'slow', unnamed)).toMatchObject({ ok: true, language: 'javascript' })
  await using other = createScriptParser({ processPath: faulty, deadlineMs: 1, patientMs: 60_000 })
  expect(await other.parse('slow', { isPatient: false })).toBeUndefined()
})

test('answers in time for deeply nested, long or invalid texts', async () => {
  await using bounded = createScriptParser({ processPath, deadlineMs: 500, patientMs: 1 })
  const texts = ['(', '!', '`${', 'f"{', 'lambda:', ' if x:\n'].map((piece) => piece.repeat(250_000 / piece.length))
  for (const text of texts) {
    const verdict = await languageOfScript(bounded, text, unnamed)
    if (!verdict.ok) expect(verdict.details.language).toContain('set "language" to')
  }
})

test('a parser crash loses the answer for one text only, and the next text gets a new process', async () => {
  await using crashing = createScriptParser({ processPath: faulty, deadlineMs: 60_000 })
  const parse = (text: string) => crashing.parse(text, { isPatient: true })
  const parsed = { javascript: { firstError: null }, python: { firstError: 1 } }
  expect(await parse('crash')).toBeUndefined()
  expect(await parse('let a = 1')).toMatchObject(parsed)
  expect(await parse('nonsense')).toBeUndefined()
  expect(await parse('let a = 1')).toMatchObject(parsed)
})

test('returns no answer if the parser cannot start or its queue is full', async () => {
  await using missing = createScriptParser({ processPath: '/no/such/file.ts', deadlineMs: 60_000 })
  expect(await missing.parse('let a = 1', { isPatient: true })).toBeUndefined()
  const ask = () => parser.parse('let a = 1', { isPatient: true })
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  // Of one caller, the first parser takes 25 texts, and the second parser 4.
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(11)
})

test.each<[string, string[], string[]]>([
  ['import pandas as pd, os.path\nfrom lxml.etree import parse', ['pandas', 'os', 'lxml'], []],
  ['def load():\n    import numpy\n    return numpy.zeros(3)', ['numpy'], []],
  ['try:\n    import numpy as np\nexcept ImportError:\n    np = None', [], ['numpy']],
  ['if rows:\n    from scipy import stats\nimport scipy', ['scipy'], []],
  ['text = "import pandas"\n# import numpy\nfrom __future__ import annotations', [], []],
  ['from . import pandas\nfrom .own import x', [], []],
  ['import (', [], []],
])('%j imports always %j and perhaps %j', async (text, always, perhaps) => {
  const parsed = await parser.parse(text, { isPatient: true })
  expect(parsed?.python.imports).toEqual({ always, perhaps })
  expect(parsed?.javascript.imports).toEqual({ always: [], perhaps: [] })
})

const all: readonly RuntimeName[] = ['quickjs', 'python', 'container']
const embedded = all.slice(0, 2)

function placed(
  text: string,
  { there = all, from = parser, ...more }: Partial<RuntimeQuestion> & { there?: typeof all; from?: ScriptParser } = {},
) {
  const isAvailable = async (name: RuntimeName) => there.includes(name)
  return runtimeOfScript(from, { language: 'python', text, isAvailable, ...more })
}

/** Fails a test in which a script is parsed. */
const unused: ScriptParser = {
  parse: () => Promise.reject(new Error('must not be called in this test')),
  async [Symbol.asyncDispose]() {},
}

test.each(['import json, httpx\nset_result(1)', 'import rapidly_made_names', ''])(
  'a Python script without a native import runs in this process, and is not parsed: %j',
  async (text) => {
    expect(await placed(text, { from: unused })).toEqual({ ok: true, runtime: 'python' })
  },
)

test.each(['# about numpy\nset_result(1)', 'print("import pandas")'])(
  'only imports count, not other words of the script: %j',
  async (text) => {
    expect(await placed(text, { there: embedded })).toEqual({ ok: true, runtime: 'python' })
  },
)

test.each(['numpy', 'pandas', 'scipy', 'matplotlib', 'lxml', 'PIL', 'cryptography'])(
  'a script that imports %s runs in a container, and is refused without an engine',
  async (module) => {
    const text = `import json\nfrom ${module}.part import thing`
    expect(await placed(text)).toEqual({ ok: true, runtime: 'container' })
    expect(await placed(text, { there: embedded })).toEqual({ ok: false, runtime: 'container', module })
  },
)

test('a native import that the script can do without prefers a container, and needs none', async () => {
  const text = 'try:\n    import numpy\nexcept ImportError:\n    numpy = None'
  expect(await placed(text)).toEqual({ ok: true, runtime: 'container' })
  expect(await placed(text, { there: embedded })).toEqual({ ok: true, runtime: 'python' })
})

test('a script whose imports cannot be read in time runs in this process, without more time for the parser', async () => {
  const asked: boolean[] = []
  const slow: ScriptParser = {
    ...unused,
    parse: async (_, { isPatient }) => {
      asked.push(isPatient)
      return undefined
    },
  }
  expect(await placed('import numpy', { from: slow })).toEqual({ ok: true, runtime: 'python' })
  expect(asked).toEqual([false])
})

test('a profile that wants containers gets one for every script in Python, or a refusal', async () => {
  expect(await placed('set_result(1)', { wanted: 'container', from: unused })).toEqual({
    ok: true,
    runtime: 'container',
  })
  const refused = { ok: false, runtime: 'container' }
  expect(await placed('import numpy', { wanted: 'container', there: embedded, from: unused })).toEqual(refused)
})

test('a profile that wants no containers still gets one for a native import', async () => {
  expect(await placed('import numpy', { wanted: 'python' })).toEqual({ ok: true, runtime: 'container' })
})

test('without the embedded runtime, Python runs in a container, and without both it is refused', async () => {
  expect(await placed('set_result(1)', { there: ['container'] })).toEqual({ ok: true, runtime: 'container' })
  expect(await placed('set_result(1)', { there: [] })).toEqual({ ok: false, runtime: 'python' })
})

test('JavaScript runs in this process, whatever it contains', async () => {
  const text = 'import numpy'
  expect(await placed(text, { language: 'javascript', from: unused })).toEqual({ ok: true, runtime: 'quickjs' })
})
