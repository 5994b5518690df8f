import { describe, expect, test } from 'vitest'
import { failureOfRejection } from '#runner/sdk/outcome.ts'
import { readAnswer } from './answer.ts'

const errors = (...entries: object[]) => ({ errors: entries })

test.each([
  [200, { data: [1] }, [1]],
  [200, { meta: { count: 0 } }, []],
  [404, errors({ status: 404, code: 1797, title: 'NOT FOUND' }), []],
  [400, errors({ status: 400, code: '0895', title: 'NOTHING FOUND FOR REQUESTED CITY' }), []],
  [400, errors({ code: 11126, title: 'NO PROPERTIES FOUND FOR RP/DI REQUESTED' }), []],
  [400, errors({ code: 424, title: 'NO HOTELS FOUND WHICH MATCH THIS INPUT' }), []],
])('%i %j is data', (status, body, data) => {
  expect(readAnswer(status, body)).toEqual({ kind: 'data', data })
})

describe('a hotel that fails a whole batch', () => {
  test('is identified by its ID in the parameter', () => {
    const soldOut = { status: 400, code: 3664, source: { parameter: 'hotelIds=ACPAR001,ACPAR002' } }
    expect(readAnswer(400, errors(soldOut))).toEqual({
      kind: 'unavailable',
      hotelIds: ['ACPAR001', 'ACPAR002'],
      isLost: false,
    })
  })

  test('is identified even among several entries with several codes', () => {
    const body = errors(
      { code: 3664, source: { parameter: 'hotelIds=ACPAR001' } },
      { code: '1257', source: { parameter: 'hotelIds=ACPAR002' } },
    )
    expect(readAnswer(400, body)).toMatchObject({ hotelIds: ['ACPAR001', 'ACPAR002'] })
  })

  test.each([3664, 400, 392, 1257, 3237, 562])('may remain unidentified with code %i', (code) => {
    expect(readAnswer(400, errors({ status: 400, code }))).toEqual({ kind: 'unavailable', hotelIds: [], isLost: false })
  })

  test('is marked as lost, not as sold out, if its own system timed out', () => {
    const body = errors({ code: 784, title: 'PROVIDER TIME OUT', source: { parameter: 'hotelIds=ACPAR001' } })
    expect(readAnswer(400, body)).toEqual({ kind: 'unavailable', hotelIds: ['ACPAR001'], isLost: true })
  })
})

describe('each error becomes a code, and names its field where there is one', () => {
  test.each([
    [400, { code: 61, title: 'INVALID CURRENCY CODE' }, 'INVALID_INPUT', 'currency'],
    [400, { code: 381, title: 'INVALID CHECK-IN DATE' }, 'INVALID_INPUT', 'check_in'],
    [400, { code: '404', title: 'CHECK_OUT DATE MUST BE FURTHER' }, 'INVALID_INPUT', 'check_out'],
    [400, { code: 377, title: 'MAX STAY DURATION IS EXCEEDED' }, 'INVALID_INPUT', 'check_out'],
    [400, { code: 397, title: 'INVALID NUMBER OF ADULTS' }, 'INVALID_INPUT', 'adults'],
    [400, { code: 1157, title: 'INVALID CITY CODE' }, 'INVALID_INPUT', 'place'],
    [400, { code: 477, title: 'INVALID FORMAT', source: { parameter: 'priceRange' } }, 'INVALID_INPUT', 'price_max'],
    [400, { code: 477, title: 'INVALID FORMAT', source: { parameter: 'longitude' } }, 'INVALID_INPUT', 'lon'],
    [400, { code: 477, title: 'INVALID FORMAT' }, 'API_INVALID_PARAMS', 'status'],
    [400, { code: 249, title: 'INVALID RATE CODE' }, 'API_INVALID_PARAMS', 'status'],
    [401, { code: '38191' }, 'API_AUTH_FAILED', 'status'],
    [400, { code: 451, title: 'INVALID CREDENTIALS' }, 'API_AUTH_FAILED', 'status'],
    [403, { code: 38197 }, 'API_AUTH_FAILED', 'status'],
    [404, { code: 38196 }, 'API_UNAVAILABLE', 'status'],
    [429, { code: 38194 }, 'API_RATE_LIMITED', 'status'],
    [400, { code: 784, title: 'PROVIDER TIME OUT' }, 'API_TIMEOUT', 'status'],
    [400, { code: 450, title: 'INVALID PROVIDER RESPONSE' }, 'API_UNAVAILABLE', 'status'],
    [500, { code: 141, title: 'SYSTEM ERROR HAS OCCURRED' }, 'API_UNAVAILABLE', 'status'],
    [200, { status: '429' }, 'API_RATE_LIMITED', 'status'],
  ])('%i %j is %s', (status, entry, code, startsWith) => {
    expect(readAnswer(status, errors(entry))).toMatchObject({
      kind: 'failed',
      failure: {
        code,
        detail: expect.stringMatching(new RegExp(`^${startsWith}\\b`)),
        ...(code === 'INVALID_INPUT' ? { field: startsWith } : {}),
      },
    })
  })

  test('reads the token endpoint’s own error format', () => {
    expect(readAnswer(401, { error: 'invalid_client', code: 38187 })).toMatchObject({
      failure: { code: 'API_AUTH_FAILED' },
    })
  })

  test.each([200, 302, 400, 403, 404, 500, 502])('turns status %i without JSON into API_UNAVAILABLE', (status) => {
    expect(readAnswer(status, undefined)).toMatchObject({ failure: { code: 'API_UNAVAILABLE' } })
  })

  test.each([{}, [], null, 'hotels', 5, { data: {} }, { meta: { count: 3 } }, { errors: [] }, { errors: 'x' }])(
    'turns a success with %j into API_INVALID_ANSWER',
    (body) => {
      expect(readAnswer(200, body)).toMatchObject({ failure: { code: 'API_INVALID_ANSWER' } })
    },
  )
})

test.each([
  ['TimeoutError', 'API_TIMEOUT'],
  ['NetworkError', 'API_UNAVAILABLE'],
])('turns a fetch that fails with %s into %s', (name, code) => {
  expect(failureOfRejection(Object.assign(new Error('no'), { name }))).toMatchObject({ code })
})
