import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { need } from '../../scripts/testing/needs.ts'
import { bundlePython } from './bundle-python.ts'

const bundleOf = (files: Readonly<Record<string, string | Uint8Array>>, entry = 'main.py') =>
  bundlePython({
    skill: {
      folder: '/nowhere',
      digest: 'd',
      files: new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])),
    },
    entry,
  })

function codeOf(...given: Parameters<typeof bundleOf>): string {
  const made = bundleOf(...given)
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.bundle.code
}

test('refuses a file that is not UTF-8, and more code than a bundle may have', () => {
  expect(bundleOf({ 'main.py': Buffer.from([0x70, 0xff]) })).toMatchObject({
    problems: [{ file: 'main.py', message: 'is not UTF-8 text', remedy: 'save it as UTF-8' }],
  })
  expect(bundleOf({ 'main.py': '', 'data.py': 'x'.repeat(2 * 1024 * 1024 + 1) })).toMatchObject({
    problems: [{ file: 'main.py', message: 'has more than 2 MB of Python beside it' }],
  })
})

test('has the Python files below the folder of the entry only', () => {
  const code = codeOf(
    { 'src/main.py': 'one', 'src/own/part.py': 'two', 'other.py': 'three', 'skill.yaml': 'four' },
    'src/main.py',
  )
  for (const part of ['"main.py": "one"', '"own/part.py": "two"']) expect(code).toContain(part)
  for (const part of ['three', 'four']) expect(code).not.toContain(part)
})

const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
const needsPython = need(found.status === 0, 'Python 3.9 or newer', 'install python3')

describe('in Python (needs Python 3.9 or newer)', needsPython, () => {
  const run = (code: string) =>
    spawnSync('python3', ['-'], {
      encoding: 'utf8',
      input: code,
    })

  test('imports its own modules and packages, and keeps every character of its files', () => {
    const text = 'é 😀 \u2028 " \\ \t `'
    const { stdout, stderr } = run(
      codeOf({
        'main.py':
          '\uFEFFimport helper, own, own.part\nfrom spaces.deep import there\nprint(ascii(helper.text), own.name, own.part.name, there, __name__)',
        'helper.py': `text = ${JSON.stringify(text)}`,
        'own/__init__.py': 'name = __name__',
        'own/part.py': 'from . import name as parent\nname = parent + ".part"',
        'spaces/deep.py': 'there = True',
      }),
    )
    expect(stderr).toBe('')
    const shown = "'\\xe9 \\U0001f600 \\u2028 \" \\\\ \\t `'"
    expect(stdout).toBe(`${shown} own own.part True __main__\n`)
  })

  test('a traceback names the files and lines of the skill, and shows their code', () => {
    const main =
      'import traceback\nimport helper\ntry:\n    helper.fail()\nexcept Exception:\n    traceback.print_exc()'
    const { stderr } = run(codeOf({ 'main.py': main, 'helper.py': 'def fail():\n    return 1 / 0\n' }))
    for (const part of ['File "main.py", line 4', 'helper.fail()', 'File "helper.py", line 2', 'return 1 / 0'])
      expect(stderr).toContain(part)
  })

  test('has no modules of other folders, and an error of its own for a missing one', () => {
    expect(run(codeOf({ 'main.py': 'import missing' })).stderr).toContain("No module named 'missing'")
  })
})
