import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFirstAnswer } from './first-answer.ts'

const message = { address: '/api/search/flights?origin=AMS', bytes: new Blob(['a']), headers: [['a', 'b']], files: [] }

test('reads the answer that a page passes on', () => {
  const read = readFirstAnswer(message)
  expect(read).toMatchObject({ address: message.address, bytes: message.bytes, files: [] })
  expect([...(read?.headers ?? [])]).toEqual([['a', 'b']])
})

test.each(['address', 'bytes', 'headers', 'files'])('ignores a message without %s', (name) => {
  expect(readFirstAnswer({ ...message, [name]: undefined })).toBeUndefined()
})

test('ignores any other value', () => {
  fc.assert(fc.property(fc.anything(), (value) => readFirstAnswer(value) === undefined))
})
