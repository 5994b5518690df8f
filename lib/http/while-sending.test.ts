import { expect, test } from 'vitest'
import { whileSending } from './while-sending.ts'

function setUp(source: UnderlyingDefaultSource<Uint8Array>) {
  let disposals = 0
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const response = whileSending(new Response(body, { status: 201, headers: { 'x-a': 'b' } }), {
    [Symbol.dispose]: () => {
      disposals += 1
    },
  })
  return { response, disposals: () => disposals }
}
const bytes = (text: string) => new TextEncoder().encode(text)

test('holds until the body has been read to its end, and changes nothing in the response', async () => {
  const parts = ['one ', 'two']
  const { response, disposals } = setUp({
    pull(controller) {
      expect(disposals()).toBe(0)
      const part = parts.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(bytes(part))
    },
  })
  expect(parts).toHaveLength(2)
  expect([response.status, response.headers.get('x-a'), disposals()]).toEqual([201, 'b', 0])
  expect(await response.text()).toBe('one two')
  expect(disposals()).toBe(1)
})

test('holds no longer when the client stops reading, and tells the source', async () => {
  const reasons: unknown[] = []
  const { response, disposals } = setUp({
    pull: (controller) => controller.enqueue(bytes('more')),
    cancel: (reason) => void reasons.push(reason),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  expect(disposals()).toBe(0)
  await reader?.cancel('left')
  expect([disposals(), reasons]).toEqual([1, ['left']])
})

test('holds no longer when the body fails', async () => {
  const { response, disposals } = setUp({
    pull() {
      throw new Error('broken')
    },
  })
  await expect(response.text()).rejects.toThrow('broken')
  expect(disposals()).toBe(1)
})

test('does not hold for a response without a body', () => {
  let isHeld = true
  whileSending(new Response(null), {
    [Symbol.dispose]: () => {
      isHeld = false
    },
  })
  expect(isHeld).toBe(false)
})
