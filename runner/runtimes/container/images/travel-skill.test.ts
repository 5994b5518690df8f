import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { need } from '../../../../scripts/testing/needs.ts'

const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
const needsPython = need(found.status === 0, 'Python 3.9 or newer', 'install python3')

/** Tells with which code the client of a skill raises a failure that the gateway names. `httpx` is a stand-in. */
const program = `
import sys, types
httpx = types.ModuleType('httpx')
httpx.TimeoutException = httpx.TransportError = OSError
httpx.Client = httpx.Response = object
sys.modules['httpx'] = httpx
sys.path.insert(0, 'skills/base-image/python')
from travel_skill import SkillError
from travel_skill.http import _raise_failure
url = types.SimpleNamespace(host='api.example.com')
answer = types.SimpleNamespace(headers={'x-travel-error': sys.argv[1]}, request=types.SimpleNamespace(url=url))
try:
    _raise_failure(answer)
except SkillError as error:
    print(error.code)
`

describe('the client of a Python skill', needsPython, () => {
  test.each([
    ['CapabilityRevoked', 'CAPABILITY_REVOKED'],
    ['TimeoutError', 'API_TIMEOUT'],
    ['NetworkError', 'API_UNAVAILABLE'],
  ])('raises %s of the gateway as %s', (name, code) => {
    const { stdout } = spawnSync('python3', ['-', name], { input: program, encoding: 'utf8' })
    expect(stdout.trim()).toBe(code)
  })
})
