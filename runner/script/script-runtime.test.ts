import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { RuntimeName } from '../contract/manifest.ts'
import { type RuntimeQuestion, runtimeOfScript } from './script-language.ts'
import { createScriptParser, type ScriptParser } from './script-parser.ts'

const processPath = join(import.meta.dirname, 'script-parser-process.ts')
const parser = createScriptParser({ processPath, deadlineMs: 60_000 })
afterAll(() => parser[Symbol.asyncDispose]())

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
