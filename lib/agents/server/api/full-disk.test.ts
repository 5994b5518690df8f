import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createDefineRoute } from '#lib/platform/server/http/define-route.ts'
import { createOriginCheck } from '#lib/platform/server/http/origin.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { noOperators } from '#lib/platform/server/http/testing/no-operators.ts'
import { agentRoute } from './agent-route.ts'
import { executionBodyRoute } from './execution-route.ts'

const message = 'The disk of this app is full: its operator must free space.'
const defineRoute = createDefineRoute(() => ({
  ...noOperators,
  authenticate: async () => null,
  beginGuest: async () => {
    throw new Error('agents have no sessions')
  },
  checkOrigin: createOriginCheck({ publicUrl: undefined }),
  limits: createRateLimits(),
  diskRoom: { problem: () => message },
  log: { debug() {}, info() {}, warn() {}, error() {} },
}))
const post = () =>
  new Request('http://localhost:3000/executions/x', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })

test.each([
  ['an answer to a script', executionBodyRoute],
  ['a change of a profile', agentRoute],
])('on a full disk refuses %s before it is read', async (_, route) => {
  const handle = vi.fn(async () => {
    throw new Error('nothing may be stored')
  })
  const define = defineRoute({ ...route, checkFirst: { check: handle }, body: z.object({}), handle })
  const response = await define(post(), { params: Promise.resolve({ id: 'x' }) })
  expect(response.status).toBe(503)
  const remedy = 'Free space on the disk of this instance.'
  expect(await response.json()).toEqual({ error: { code: 'STORAGE_FULL', fault: 'operator', remedy, message } })
  expect(handle).not.toHaveBeenCalled()
})
