import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
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
  expect(createInputValidator(await load(), { clock: { now: () => 0 } })('rates', params).ok).toBe(ok)
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

/** The parts of httpx that the SDK uses, with one answer for every request. */
const httpx = `
class HTTPTransport:
    def __init__(self, **options): pass

class TimeoutException(Exception): pass
class TransportError(Exception): pass
Request = Response = None

def create_ssl_context(): pass

class Answer:
    status_code, headers = 200, {}
    def json(self): return {'base': 'USD', 'date': '2026-11-19', 'rates': {'JPY': 151.2, 'EUR': 0.92}}

class Client:
    def __init__(self, **options): pass
    def __enter__(self): return self
    def __exit__(self, *error): pass
    def get(self, url, params): return Answer()
`

test.each([
  ['rates', { base: 'USD', symbols: ['EUR', 'XXX'] }, '"status": "success"'],
  ['an error', { base: 'USD', symbols: ['USD'] }, '"field": "symbols"'],
])('its bundle prints the same output as its files: %s (needs Python 3.9 or newer)', needsPython, async (...row) => {
  const [, params, part] = row
  await using cleanup = new AsyncDisposableStack()
  const elsewhere = await mkdtemp(join(tmpdir(), 'travel-test-'))
  cleanup.defer(() => rm(elsewhere, { recursive: true }))
  const { program } = await load()
  if (program.kind !== 'bundle') throw new Error('The skill is no bundle')
  await writeFile(join(elsewhere, 'httpx.py'), httpx)
  await writeFile(join(elsewhere, 'bundle.py'), program.code)
  const sdk = join(projectDir, 'skills/base-image/python')
  const outputOf = (file: string) => {
    const { stdout, stderr } = spawnSync('python3', [file], {
      encoding: 'utf8',
      input: `${JSON.stringify({ action: 'rates', params, config: {} })}\n`,
      env: { ...process.env, PYTHONPATH: [sdk, elsewhere].join(delimiter), PYTHONDONTWRITEBYTECODE: '1' },
    })
    return stdout === '' ? stderr : stdout
  }
  const output = outputOf(join(elsewhere, 'bundle.py'))
  expect(output).toContain(part)
  expect(output).toBe(outputOf(join(folder, 'main.py')))
})
