import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { createInputValidator } from '#runner/manifest/validate-input.ts'
import { need } from '../../../scripts/testing/needs.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const load = async () => {
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.skill
}

test('is a low-risk skill for both runtimes of Python that reads from one host and needs no secrets', async () => {
  const { program, manifest } = await load()
  expect(program).toMatchObject({ kind: 'bundle', language: 'python' })
  expect(manifest).toMatchObject({ runtimes: ['python', 'container'], risk_level: 'low', effects: ['read'] })
  expect(manifest.permissions).toMatchObject({
    network: { egress: ['api.frankfurter.dev'], methods: ['GET'] },
    secrets: [],
  })
})

test.each([
  [{ base: 'USD' }, true],
  [{ base: 'USD', symbols: ['EUR', 'JPY'], date: '2026-01-30' }, true],
  [{}, false],
  [{ base: 'usd' }, false],
  [{ base: 'USD', symbols: [] }, false],
  [{ base: 'USD', symbols: ['EUR', 'EUR'] }, false],
  [{ base: 'USD', symbols: 'EUR' }, false],
  [{ base: 'USD', date: '2026-02-30' }, false],
  [{ base: 'USD', date: '../latest' }, false],
  [{ base: 'USD', host: 'api.example.com' }, false],
])('its input schema accepts %j: %s', async (params, ok) => {
  expect(createInputValidator(await load(), { clock: { now: () => 0 } }).validate('rates', params).ok).toBe(ok)
})

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
const needsPython = need(python.status === 0, 'Python 3.9 or newer', 'install python3')

test('passes its own tests (needs Python 3.9 or newer)', needsPython, () => {
  const { status, stderr } = spawnSync('python3', ['-m', 'unittest', 'discover', '--start-directory', 'tests'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  expect(stderr).toMatch(/^Ran \d\d tests/m)
  expect(status, stderr).toBe(0)
})
