import { expect, test } from 'vitest'
import { createSubscriptionLimit } from './limit-subscriptions.ts'

const request = (signal?: AbortSignal) =>
  new Request('http://localhost/mcp', { method: 'POST', ...(signal && { signal }) })

const stream = async () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(': open')) }), {
    headers: { 'content-type': 'text/event-stream' },
  })

test('a key with too many open subscriptions is refused, and other keys are not', async () => {
  const limit = createSubscriptionLimit(2)
  await limit(request(), 'a', stream)
  await limit(request(), 'a', stream)
  const refused = await limit(request(), 'a', stream)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('2 open subscriptions') } })
  expect((await limit(request(), 'b', stream)).status).toBe(200)
})

const refusal = async () => Response.json({ error: {} }, { status: 400 })
const failure = () => Promise.reject(new Error('away'))
const ended = async () => new Response('data: end', { headers: { 'content-type': 'text/event-stream' } })

test.each<[string, (limit: ReturnType<typeof createSubscriptionLimit>) => Promise<unknown>]>([
  ['was cancelled', async (limit) => (await limit(request(), 'a', stream)).body?.cancel()],
  ['was read to its end', async (limit) => (await limit(request(), 'a', ended)).text()],
  ['was refused', async (limit) => limit(request(), 'a', refusal)],
  ['failed', async (limit) => limit(request(), 'a', failure).catch(() => {})],
  [
    'lost its client',
    async (limit) => {
      const client = new AbortController()
      await limit(request(client.signal), 'a', stream)
      client.abort()
    },
  ],
])('a subscription that %s no longer counts', async (_, use) => {
  const limit = createSubscriptionLimit(1)
  for (let round = 0; round < 3; round++) await use(limit)
  expect((await limit(request(), 'a', stream)).status).toBe(200)
})

test('a client that ends a stream and then leaves is counted once', async () => {
  const limit = createSubscriptionLimit(1)
  const client = new AbortController()
  const first = await limit(request(client.signal), 'a', stream)
  await first.body?.cancel()
  await limit(request(), 'a', stream)
  client.abort()
  expect((await limit(request(), 'a', stream)).status).toBe(429)
})
