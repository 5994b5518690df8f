import { expect, test } from 'vitest'
import { passedOn } from './passed-on.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A body whose chunks the test sends. */
function source() {
  const seen = { isCancelled: false }
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      seen.isCancelled = true
    },
  })
  return {
    seen,
    body,
    send: (text: string) => controller?.enqueue(bytesOf(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new TypeError('network error')),
  }
}

test('passes each chunk on as it arrives, and returns the whole body at the end', async () => {
  const { body, send, end } = source()
  const passed = passedOn(body, 100)
  const reader = passed.body.getReader()
  send('a')
  expect(await reader.read()).toEqual({ done: false, value: bytesOf('a') })
  send('b')
  end()
  expect(await reader.read()).toEqual({ done: false, value: bytesOf('b') })
  expect((await reader.read()).done).toBe(true)
  expect(await (await passed.whole)?.text()).toBe('ab')
})

test('when the reader cancels, the request is cancelled and no whole body is returned', async () => {
  const { body, send, seen } = source()
  const passed = passedOn(body, 100)
  send('a')
  await passed.body.cancel()
  expect(seen.isCancelled).toBe(true)
  expect(await passed.whole).toBeUndefined()
})

test('a body that is too large or breaks off is passed on, but no whole body is returned', async () => {
  const large = source()
  const first = passedOn(large.body, 2)
  for (const text of ['ab', 'c']) large.send(text)
  large.end()
  expect(await new Response(first.body).text()).toBe('abc')
  expect(await first.whole).toBeUndefined()

  const broken = source()
  const second = passedOn(broken.body, 2)
  broken.fail()
  await expect(new Response(second.body).text()).rejects.toThrow()
  expect(await second.whole).toBeUndefined()
})
