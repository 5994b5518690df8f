import { expect, test } from 'vitest'
import { unusedHost } from '../testing/unused-host.ts'
import { defineSkill, type SkillHost } from './index.ts'

class TestSkillError extends Error {
  readonly code = 'API_TIMEOUT'
}

const host: SkillHost = {
  ...unusedHost,
  fetch: () => Promise.reject(new Error('no network')),
  secrets: { get: (name) => `placeholder of ${name}` },
  time: { offset: async (pairs) => pairs.map(() => '+00:00') },
  console,
  SkillError: TestSkillError,
}

test('a skill is called with its call and the host that a test passes', async () => {
  const skill = defineSkill(({ params }, { secrets }) => ({ results: [{ key: secrets.get('KEY'), params }] }))
  expect(await skill({ action: 'probe', params: { a: 1 }, config: {} }, host)).toEqual({
    results: [{ key: 'placeholder of KEY', params: { a: 1 } }],
  })
})

test('without a host it gets the global functions', async () => {
  const skill = defineSkill((_call, given) => ({ results: [{ same: given.fetch === globalThis.fetch }] }))
  expect(await skill({ action: 'probe', params: {}, config: {} })).toEqual({ results: [{ same: true }] })
})
