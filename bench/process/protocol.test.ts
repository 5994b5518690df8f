import { describe, expect, test } from 'vitest'
import { parseReply, parseRequest, type Request } from './protocol.ts'

const request: Request = { id: 3, job: 'hello', n: 10, atOnce: 1, offers: 0, workers: 0, provider: '' }

describe('the line protocol between a bench and its subjects', () => {
  test('a request survives serialization', () => {
    expect(parseRequest(JSON.stringify(request))).toEqual(request)
  })

  test.each([
    { ...request, n: 0 },
    { ...request, atOnce: 0 },
    { ...request, id: 'x' },
    { ...request, more: 1 },
    [],
    null,
  ])('%j is not a request', (value) => {
    expect(parseRequest(JSON.stringify(value))).toBeUndefined()
  })

  test.each([
    { id: 1, values: { p50: 0.25 } },
    { id: 1, values: {}, answer: 'ab' },
    { id: 2, failed: 'it is not there' },
  ])('%j is a reply', (value) => {
    expect(parseReply(JSON.stringify(value))).toEqual(value)
  })

  test.each([
    '',
    'Debugger listening',
    '{"id":1',
    '{"id":1}',
    '{"values":{}}',
    '{"id":1,"values":{"p50":"fast"}}',
    '{"id":1,"values":{"p50":null}}',
    '{"id":1,"failed":""} trailing',
    '7',
  ])('%j is not a reply', (line) => {
    expect(parseReply(line)).toBeUndefined()
  })
})
