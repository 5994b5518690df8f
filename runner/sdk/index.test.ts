import { expect, test } from 'vitest'
import { defineSkill } from './index.ts'
import { createFakeHost } from './testing/fake-host.ts'

test('calls a skill with its input and the host that the test passes', async () => {
  const skill = defineSkill(({ params }, { secrets }) => ({ results: [{ key: secrets.get('KEY'), params }] }))
  expect(await skill({ action: 'probe', params: { a: 1 }, config: {} }, createFakeHost({}))).toEqual({
    results: [{ key: 'placeholder of KEY', params: { a: 1 } }],
  })
})

test('passes the global host functions if the test passes no host', async () => {
  const skill = defineSkill((_call, given) => ({ results: [{ same: given.fetch === globalThis.fetch }] }))
  expect(await skill({ action: 'probe', params: {}, config: {} })).toEqual({ results: [{ same: true }] })
})
