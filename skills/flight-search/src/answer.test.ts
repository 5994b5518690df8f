import { describe, expect, test } from 'vitest'
import { failureOfRejection } from '#runner/sdk/outcome.ts'
import { recordIn } from '#runner/sdk/read-json.ts'
import { readAnswer } from './answer.ts'

const errorBody = (entry: object) => ({ errors: [entry] })
const codeOf = (status: number, body: unknown) => {
  const answer = readAnswer(status, recordIn(JSON.stringify(body) ?? ''))
  return answer.ok ? answer.value.offers : answer.code
}

describe('answers', () => {
  test('passes on offers and dictionaries', () => {
    expect(readAnswer(200, { data: [1, 2], dictionaries: { a: 1 } })).toEqual({
      ok: true,
      value: { offers: [1, 2], dictionaries: { a: 1 } },
    })
  })

  test.each([
    [200, { meta: { count: 0 }, data: [] }],
    [200, { meta: { count: 0 } }],
    [404, errorBody({ status: 404, code: 1797, title: 'NOT FOUND' })],
    [404, errorBody({ status: '404', code: '1797' })],
    [500, errorBody({ code: 141, title: 'SYSTEM ERROR HAS OCCURRED', detail: 'ORIGIN AND DESTINATION NOT SUPPORTED' })],
  ])('reads %i %j as no flights', (status, body) => {
    expect(codeOf(status, body)).toEqual([])
  })
})

describe('each error becomes a code', () => {
  test.each([
    [400, errorBody({ status: 400, code: 425, title: 'INVALID DATE' }), 'API_INVALID_PARAMS'],
    [400, errorBody({ status: 400, code: 477, title: 'INVALID FORMAT' }), 'API_INVALID_PARAMS'],
    [400, errorBody({ status: 400, code: 477, source: { parameter: 'currencyCode' } }), 'INVALID_INPUT'],
    [
      400,
      errorBody({ code: '4926', title: 'INVALID DATA RECEIVED', source: { parameter: 'departureDate' } }),
      'API_INVALID_PARAMS',
    ],
    [401, errorBody({ status: 401, code: 38190 }), 'API_AUTH_FAILED'],
    [401, errorBody({ status: '401', code: '38191' }), 'API_AUTH_FAILED'],
    [401, '', 'API_AUTH_FAILED'],
    [401, { error: 'invalid_client', code: 38187, title: 'Invalid parameters' }, 'API_AUTH_FAILED'],
    [400, { error: 'unsupported_grant_type', code: 38187 }, 'API_AUTH_FAILED'],
    [403, errorBody({ status: 403, code: 38197 }), 'API_AUTH_FAILED'],
    [404, errorBody({ status: 404, code: 38196 }), 'API_UNAVAILABLE'],
    [429, errorBody({ status: 429, code: 38194 }), 'API_RATE_LIMITED'],
    [429, errorBody({ code: '38195' }), 'API_RATE_LIMITED'],
    [429, undefined, 'API_RATE_LIMITED'],
    [500, errorBody({ status: 500, code: 38189 }), 'API_UNAVAILABLE'],
    [500, errorBody({ status: 500, code: 141, title: 'SYSTEM ERROR HAS OCCURRED' }), 'API_UNAVAILABLE'],
    [503, undefined, 'API_UNAVAILABLE'],
    [200, errorBody({ status: '429', code: 1 }), 'API_RATE_LIMITED'],
    [200, errorBody({ code: '38192' }), 'API_AUTH_FAILED'],
  ])('%i %j is %s', (status, body, code) => {
    expect(codeOf(status, body)).toBe(code)
  })

  test.each([200, 302, 400, 403, 404, 500, 502])('turns status %i without JSON into API_UNAVAILABLE', (status) => {
    expect(codeOf(status, undefined)).toBe('API_UNAVAILABLE')
  })

  test.each([
    {},
    [],
    null,
    'offers',
    5,
    { data: 'x' },
    { data: null },
    { meta: { count: 3 } },
    { errors: [] },
    { errors: 'x' },
    { data: {} },
  ])('turns a success with %j into API_INVALID_ANSWER', (body) => {
    expect(codeOf(200, body)).toBe('API_INVALID_ANSWER')
  })

  test('logs the provider’s error', () => {
    const entry = {
      code: 4926,
      title: 'INVALID DATA RECEIVED',
      detail: 'Past date',
      source: { parameter: 'departureDate' },
    }
    expect(readAnswer(400, errorBody(entry))).toMatchObject({
      detail: 'status 400, 4926 · INVALID DATA RECEIVED · Past date · departureDate',
    })
  })
})

test.each([
  ['TimeoutError', 'API_TIMEOUT'],
  ['NetworkError', 'API_UNAVAILABLE'],
  ['ResponseTooLargeError', 'API_UNAVAILABLE'],
  ['CapabilityRevoked', 'CAPABILITY_REVOKED'],
])('turns a fetch that fails with %s into %s', (name, code) => {
  expect(failureOfRejection(Object.assign(new Error('no'), { name }))).toMatchObject({ code })
})

test('turns a fetch that rejects without an error into API_UNAVAILABLE', () => {
  expect(failureOfRejection('gone')).toMatchObject({ code: 'API_UNAVAILABLE' })
})
