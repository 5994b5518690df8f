import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { container, python, quickjs, type RuntimeDescriptor } from '#runner/contract/runtimes.ts'
import { ProfileScripts } from '../../model/profile-schema.ts'
import { createScriptLanguages, type ScriptLanguages } from './script-languages.ts'

const parserPath = join(process.cwd(), 'runner/script/script-parser-process.ts')
/** `unavailable`: why the engine is not available. */
const languagesOf = (abouts: readonly RuntimeDescriptor[], unavailable?: string): ScriptLanguages =>
  createScriptLanguages({
    parserPath,
    runtimes: abouts.map((about) =>
      about === container ? { about, unavailable: async () => unavailable } : { about },
    ),
  })
const withEngine = languagesOf([quickjs, python, container])
const withoutEngine = languagesOf([quickjs, python, container], 'no engine answers')
afterAll(async () => {
  for (const languages of [withEngine, withoutEngine]) await languages[Symbol.asyncDispose]()
})
const scripts = ProfileScripts.parse({})

test('an instance without an engine runs both languages', async () => {
  expect(await withoutEngine.available()).toEqual(['javascript', 'python'])
  await using onlyContainers = languagesOf([container])
  expect(await onlyContainers.available()).toEqual(['python'])
})

test('an ambiguous script runs as Python, unless its profile prefers JavaScript', async () => {
  const choose = (language?: 'javascript') =>
    withoutEngine.choose('set_result(1)', undefined, { ...scripts, ...(language && { language }) })
  expect(await choose()).toEqual({ ok: true, value: { language: 'python', runtime: 'python', isGuessed: true } })
  expect(await choose('javascript')).toEqual({
    ok: true,
    value: { language: 'javascript', runtime: 'quickjs', isGuessed: true },
  })
})

test.each([undefined, 'python'] as const)(
  'a native import chooses the container, with the language %s',
  async (asked) => {
    const text = 'import pandas\nset_result(pandas.__version__)'
    expect(await withEngine.choose(text, asked, scripts)).toMatchObject({ value: { runtime: 'container' } })
    const refused = await withoutEngine.choose(text, asked, scripts)
    expect(refused).toEqual({
      ok: false,
      error: {
        code: 'RUNTIME_UNAVAILABLE',
        fault: 'operator',
        message:
          'The script imports pandas, which has native code and needs a container, and this instance has no working Docker engine: ask the operator to install Docker (https://docs.docker.com/engine/install) and build the images of skills with a base image that has pandas (TRAVEL_BASE_IMAGE), or send the script without this import.',
        details: { script: 'imports pandas, which needs a container' },
      },
    })
  },
)

test('a profile with containers runs only its Python there', async () => {
  const contained = { ...scripts, python_runtime: 'container' } as const
  expect(await withEngine.choose('import os', 'python', contained)).toMatchObject({ value: { runtime: 'container' } })
  expect(await withEngine.choose('let a = 1', undefined, contained)).toMatchObject({ value: { runtime: 'quickjs' } })
  expect(await withoutEngine.choose('import os', 'python', contained)).toMatchObject({
    error: { code: 'RUNTIME_UNAVAILABLE', message: expect.stringContaining('or to let them run in the process') },
  })
})

test('without a runtime of its language, a script is refused without naming an engine', async () => {
  await using onlyJavaScript = languagesOf([quickjs])
  expect(await onlyJavaScript.choose('import os', 'python', scripts)).toMatchObject({
    error: {
      code: 'RUNTIME_UNAVAILABLE',
      message: 'Python scripts cannot run now, because their runtime has not started: try again later.',
    },
  })
})
