import { expect, test } from 'vitest'
import { runtimeNamed, runtimes, scriptRuntimes, usableRuntimes } from './runtimes.ts'
import { ScriptLanguage } from './script-language.ts'

test('each name belongs to one runtime', () => {
  for (const runtime of runtimes) expect(runtimeNamed(runtime.name)).toBe(runtime)
  expect(runtimeNamed('unknown')).toBeUndefined()
})

test('untrusted skills run in no runtime inside this process', () => {
  const open = runtimes.filter(({ tiers }) => tiers.includes('untrusted'))
  expect(open.map(({ start }) => start)).not.toContain('in this process')
})

test.each(ScriptLanguage.options)('scripts in %s have a runtime that can be started', (language) => {
  expect(usableRuntimes).toContain(scriptRuntimes(language)[0]?.name)
})

test('scripts in Python run in this process, or on an engine; scripts in JavaScript only in this process', () => {
  const startsOf = (language: ScriptLanguage) => scriptRuntimes(language).map(({ start }) => start)
  expect(startsOf('python')).toEqual(['in this process', 'on an engine'])
  expect(startsOf('javascript')).toEqual(['in this process'])
})
