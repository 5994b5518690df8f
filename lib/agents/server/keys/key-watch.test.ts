import { expect, test } from 'vitest'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { agentCaller } from '../tools/testing/tool-world.ts'
import { createKeyWatch, endWithKey } from './key-watch.ts'

const [agentA, agentB] = [`agent_${'a'.repeat(22)}`, `agent_${'b'.repeat(22)}`]

/** Keys that a test revokes. Reads them every millisecond. */
function openWatch() {
  const revoked = new Set<string>()
  const current = async (id: string) => (revoked.has(id) ? undefined : { ...agentCaller(), slug: id })
  return { revoked, keys: createKeyWatch({ agentKeys: { current }, log: recordingLog() }, 1) }
}

/** A stream that never ends by itself. `cancelled` resolves when its reader has left. */
function openStream() {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: first\n\n')),
    cancel: () => resolve(),
  })
  return { cancelled, response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) }
}

test('a stream of a revoked key ends for its reader and at its source', async () => {
  const { revoked, keys } = openWatch()
  using _keys = keys
  const { response, cancelled } = openStream()
  const ended = endWithKey(response, agentA, keys).text()
  revoked.add(agentA)
  expect(await ended).toBe('data: first\n\n')
  await cancelled
})

test('a stream of another key stays open, and one whose reader has left is no longer watched', async () => {
  const { revoked, keys } = openWatch()
  using _keys = keys
  const [own, other] = [openStream(), openStream()]
  const reader = endWithKey(other.response, agentB, keys).body?.getReader()
  const ended = endWithKey(own.response, agentA, keys).text()
  revoked.add(agentA)
  await ended
  expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel()
  await other.cancelled
})

test('a stream to a caller without a key stays as it is', () => {
  const { keys } = openWatch()
  using _keys = keys
  const { response } = openStream()
  expect(endWithKey(response, 'operator', keys)).toBe(response)
})

test('an answer that is no stream is returned as it is', () => {
  const { keys } = openWatch()
  using _keys = keys
  const answer = Response.json({})
  expect(endWithKey(answer, agentA, keys)).toBe(answer)
})
