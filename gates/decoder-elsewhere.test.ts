import { expect, it } from 'vitest'
import { checkFiles } from './check-skill.ts'
import { decoderElsewhere } from './decoder-elsewhere.ts'
import { loadRules } from './load-rules.ts'
import { makeFinding } from './testing/make-finding.ts'

const rules = loadRules()
const check = (files: Record<string, string>) =>
  checkFiles(
    {
      files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
      unread: [],
      digest: '',
    },
    { rules, name: 'x', only: 'scanner' },
  )
const found = async (files: Record<string, string>) =>
  (await check(files)).findings.flatMap(({ rule, file, line }) =>
    rule === 'DECODER-ELSEWHERE' ? [`${file}:${line}`] : [],
  )

const python = 'import base64\ndef load():\n    return base64.b64decode(DATA)\n'
const script = 'module.exports.load = (d) => Buffer.from(d, "base64").toString()\n'

it.each([
  ['run.py', 'from helper import load\nexec(load())\n', 'helper.py', python, 'run.py:1'],
  ['run.py', 'x = 1\nimport json, helper\nexec(helper.load())\n', 'helper.py', python, 'run.py:2'],
  ['run.py', 'from .lib.helper import load\nexec(load())\n', 'lib/helper.py', python, 'run.py:1'],
  [
    'run.py',
    'import importlib\nm = importlib.import_module("helper")\nexec(m.load())\n',
    'helper.py',
    python,
    'run.py:2',
  ],
  ['run.js', 'const h = require("./helper")\neval(h.load(d))\n', 'helper.js', script, 'run.js:1'],
  ['run.mjs', 'import { load } from "./lib/helper.mjs"\neval(load(d))\n', 'lib/helper.mjs', script, 'run.mjs:1'],
])('blocks a skill whose %s executes (%s) what another file decodes', async (file, text, other, decoder, at) => {
  const files = { [file]: text, [other]: decoder }
  expect(await found(files)).toEqual([at])
  expect((await check(files)).verdict).toBe('block')
})

it('shows the line that uses the other file, and counts no mention and no file that decodes by itself', () => {
  const text = 'x = 1\nimport helper\nexec(x)\n'
  const files = new Map(['run.py', 'run.md', 'helper.py'].map((file) => [file, Buffer.from(text)]))
  const elsewhere = (...findings: Parameters<typeof makeFinding>[0][]) =>
    decoderElsewhere(
      files,
      findings.map((finding) => makeFinding({ confidence: 'high', ...finding })),
    )
  const executes = (file: string) => ({ file, signals: ['executes' as const] })
  const decodes = { file: 'helper.py', signals: ['decodes' as const] }
  expect(elsewhere(executes('run.py'), decodes)).toEqual([{ file: 'run.py', line: 2, text: 'import helper' }])
  expect(elsewhere({ ...executes('run.py'), confidence: 'low' }, decodes)).toEqual([])
  expect(elsewhere(executes('run.py'), { ...decodes, confidence: 'low' })).toEqual([])
  expect(elsewhere(executes('run.py'), decodes, { ...decodes, file: 'run.py' })).toEqual([])
  for (const file of ['run.md', 'absent.py']) expect(elsewhere(executes(file), decodes)).toEqual([])
})

it('reports nothing if the files do not use each other, or if a document only names the decoding file', async () => {
  const exec = 'def calc(x):\n    return eval(x)\n'
  expect(await found({ 'run.py': exec, 'helper.py': python })).toEqual([])
  expect(await found({ 'SKILL.md': 'Run helper.py, then `eval "$X"`.\n', 'helper.py': python })).toEqual([])
})
