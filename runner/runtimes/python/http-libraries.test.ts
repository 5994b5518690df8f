import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { need } from '../../../scripts/testing/needs.ts'

const cwd = fileURLToPath(new URL('testing', import.meta.url))
const version = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
const needsPython = need(version.status === 0, 'Python 3.11 or newer', 'install python3')

const python = (...args: string[]) => spawnSync('python3', ['-B', ...args], { cwd, encoding: 'utf8' })

test('httpx, requests and urllib answer as the real libraries do, and docs/python.md says so', needsPython, () => {
  const { status, stdout, stderr } = python('compare_http.py')
  expect(stdout + stderr).toMatch(/^\d\d\d cases are as expected\n$/)
  expect(status).toBe(0)
})

test('the HTTP libraries keep the host’s limits and refuse what it cannot do', needsPython, () => {
  const { status, stderr } = python('-W', 'ignore', '-m', 'unittest', 'test_http_guest')
  expect(stderr).toMatch(/^Ran \d\d tests/m)
  expect(status, stderr).toBe(0)
})
