import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FinalAnswer } from '../../../contract/host-seam.ts'
import type { Json } from '../../../contract/skill-io.ts'
import { createCallOrder } from './host-call-endpoint.ts'
import { exchange, exchangeWithoutTls, fetchBy, openGateway, type RequestInit } from './testing/gateway-fixture.ts'

const url = 'https://runner.travel.internal/call'
type Options = NonNullable<Parameters<typeof openGateway>[0]>

/** The harness's view of a call with this body. */
async function callBy(options: Options, body: Json | string, init: RequestInit = {}) {
  await using opened = await openGateway({ hostCalls: true, ...options })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { status, headers, body: answer } = await fetchBy(opened, url, { method: 'POST', body: text, ...init })
  const { calls, ends, violations } = opened
  return {
    status,
    error: headers['x-travel-error'],
    answer: JSON.parse(answer.toString() || 'null'),
    calls,
    ends,
    violations,
  }
}
const answering = (answer: FinalAnswer): Options => ({ answer: () => answer })

describe('the host call endpoint', () => {
  it.each<[string, { op: string; args: Json }, FinalAnswer, Json]>([
    [
      'answers fetch, with a body',
      { op: 'fetch', args: { url: 'https://api.example.com/', headers: [['a', 'b']] } },
      { kind: 'value', value: { status: 200 }, body: Buffer.from([0xff, 0]) },
      { kind: 'value', value: { status: 200 }, body: '/wA=' },
    ],
    [
      'answers time.offset',
      { op: 'time.offset', args: { pairs: [['LHR', '2026-03-15T11:30']] } },
      { kind: 'value', value: ['+00:00'] },
      { kind: 'value', value: ['+00:00'] },
    ],
    [
      'answers console.log',
      { op: 'console.log', args: { level: 'info', text: 'ü' } },
      { kind: 'value', value: null },
      { kind: 'value', value: null },
    ],
    [
      'passes on a rejection',
      { op: 'fetch', args: {} },
      { kind: 'rejected', name: 'TypeError', message: 'fetch: the arguments are not valid' },
      { kind: 'rejected', name: 'TypeError', message: 'fetch: the arguments are not valid' },
    ],
  ])('%s', async (_, call, answer, expected) => {
    for (const isWithoutTls of [false, true]) {
      const made = await callBy(answering(answer), call, { isWithoutTls })
      expect(made).toMatchObject({ status: 200, answer: expected, calls: [call], violations: [], ends: [] })
    }
  })

  it('answers secrets.get with the placeholder after the call is journaled', async () => {
    const options = { secrets: { KEY: 'placeholder', GONE: null }, ...answering({ kind: 'value', value: null }) }
    const call = { op: 'secrets.get', args: { name: 'KEY' } }
    expect(await callBy(options, call)).toMatchObject({
      answer: { kind: 'value', value: 'placeholder' },
      calls: [call],
    })
    expect(await callBy(options, { op: 'secrets.get', args: { name: 'GONE' } })).toMatchObject({
      answer: { kind: 'rejected', name: 'CapabilityRevoked', message: 'The secret GONE was withheld' },
    })
  })

  it('passes on the host’s message about a withheld secret', async () => {
    const rejected = { kind: 'rejected', name: 'CapabilityRevoked', message: 'The secret GONE was withheld' } as const
    const made = await callBy(answering(rejected), { op: 'secrets.get', args: { name: 'GONE' } })
    expect(made.answer).toEqual(rejected)
  })

  it.each(['OTHER', 'constructor', '__proto__'])('ends the execution for the undeclared secret %s', async (name) => {
    await using opened = await openGateway({
      hostCalls: true,
      ...answering({ kind: 'value', value: null }),
    })
    const body = JSON.stringify({ op: 'secrets.get', args: { name } })
    const head = `POST /call HTTP/1.1\r\nHost: runner.travel.internal\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await exchange(opened, head + body, { servername: 'runner.travel.internal' })).toBe('')
    expect(opened.ends).toEqual([{ code: 'CAPABILITY_DENIED', reason: `the secret ${name} is not granted` }])
  })

  it('closes the connection when a call ends the execution', async () => {
    await using opened = await openGateway({
      hostCalls: true,
      ...answering({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'more than 64 host calls' }),
    })
    const body = '{"op":"time.offset","args":{"pairs":[]}}'
    const head = `POST /call HTTP/1.1\r\nHost: runner.travel.internal\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await exchange(opened, head + body, { servername: 'runner.travel.internal' })).toBe('')
    expect(opened.ends).toEqual([{ code: 'CAPABILITY_DENIED', reason: 'more than 64 host calls' }])
  })

  it.each<[string, string, number, RequestInit]>([
    ['malformed JSON', '{"op":', 400, {}],
    ['an unknown op', '{"op":"exec","args":{}}', 400, {}],
    ['an op from the prototype', '{"op":"constructor","args":{}}', 400, {}],
    ['an additional key', '{"op":"fetch","args":{},"more":1}', 400, {}],
    ['no args', '{"op":"fetch"}', 400, {}],
    ['an empty body', '', 400, {}],
    ['JSON that is nested too deeply', `{"op":"fetch","args":${'['.repeat(100)}${']'.repeat(100)}}`, 400, {}],
    ['JSON that is nested very deeply', `{"op":"fetch","args":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 400, {}],
    ['more values than any call needs', `{"op":"time.offset","args":[${'0,'.repeat(32 * 1024)}0]}`, 400, {}],
    ['another method', '', 405, { method: 'GET' }],
    ['more than 2 MB', `"${'x'.repeat(2 * 1024 * 1024)}"`, 413, {}],
  ])('rejects %s with a clear error', async (_, body, status, init) => {
    const made = await callBy({}, body, init)
    expect(made).toMatchObject({ status, error: expect.stringMatching(/Error$/), calls: [], violations: [], ends: [] })
  })

  it.each([
    ['a used number', [0, 0]],
    ['a number far ahead', [1000]],
  ])('ends the execution for a call with %s', async (_, numbers) => {
    await using opened = await openGateway({ hostCalls: true, ...answering({ kind: 'value', value: null }) })
    for (const seq of numbers) {
      const body = JSON.stringify({ seq, op: 'console.log', args: { level: 'info', text: '' } })
      await fetchBy(opened, url, { method: 'POST', body }).catch(() => {})
    }
    expect(opened.ends).toMatchObject([{ code: 'SKILL_CRASHED' }])
  })

  it('answers a request to a wrong path with the right path', async () => {
    await using opened = await openGateway({ hostCalls: true })
    for (const path of ['/', '/call/', '/call?x', '/CALL', '//call']) {
      const response = await fetchBy(opened, `https://runner.travel.internal${path}`, { method: 'POST' })
      expect(response.status).toBe(404)
      expect(response.body.toString()).toContain('POST https://runner.travel.internal/call')
    }
  })

  it.each([
    ['over TLS', exchange, 'TLS: asked for "runner.travel.internal", which is not declared'],
    ['on the socket without TLS', exchangeWithoutTls, 'HTTP: Host "runner.travel.internal", which is not declared'],
  ])('reports a violation if a program without the harness uses it: %s', async (_, send, violation) => {
    await using opened = await openGateway({ hosts: ['api.example.com', 'runner.travel.internal'] })
    const options = { servername: 'runner.travel.internal', rejectUnauthorized: false }
    expect(await send(opened, 'POST /call HTTP/1.1\r\nHost: runner.travel.internal\r\n\r\n', options)).toBe('')
    expect(opened.violations).toEqual([violation])
  })
})

test('calls proceed in the order of their numbers, in whatever order they arrive', async () => {
  const arrival = fc.shuffledSubarray(
    Array.from({ length: 20 }, (_, index) => index),
    { minLength: 20, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(arrival, async (numbers) => {
      const order = createCallOrder()
      const made: number[] = []
      await Promise.all(
        numbers.map(async (number) => {
          if (await order(number)) made.push(number)
        }),
      )
      expect(made).toEqual([...numbers].sort((a, b) => a - b))
    }),
  )
})

test('rejects a number that was used, is already waiting or is too far ahead', async () => {
  const order = createCallOrder()
  const ahead = order(2)
  expect(await order(2)).toBe(false)
  expect(await order(64)).toBe(false)
  expect(await order(0)).toBe(true)
  expect(await order(0)).toBe(false)
  expect(await order(1)).toBe(true)
  expect(await ahead).toBe(true)
})
