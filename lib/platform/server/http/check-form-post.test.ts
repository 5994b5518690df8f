import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkFormPost, readForm } from './check-form-post.ts'
import { createOriginCheck } from './origin.ts'

const check = createOriginCheck({ publicUrl: new URL('https://a.example') })
const own = async (headers: Headers) => check(headers)
const host = { host: 'localhost:3000' }
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost:3000/sign-in', { method: 'POST', body, headers: { ...host, ...headers } })
const id = '60e8cd526d3b117badc0e6d0399f4ba814b93e8a96'
const action = { 'next-action': id }
const multipart = { 'content-type': 'multipart/form-data; boundary=--of-a-browser' }
const part = (name: string, value: string) =>
  `----of-a-browser\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('')}----of-a-browser--\r\n`
/** The bytes of a form that names its action, with a field of the given size. */
const form = (bytes: number, headers: Record<string, string> = {}) =>
  post(parts({ [`$ACTION_ID_${id}`]: '', a: 'a'.repeat(bytes) }), { ...multipart, ...headers })

it.each([
  ['a form', form(1000)],
  ['an action', post('[]', { ...action, 'content-type': 'text/plain;charset=UTF-8' })],
  ['an action with a form', post(parts({ _1_email: 'a', 0: '["$undefined","$K1"]' }), { ...action, ...multipart })],
  ['a form of this site', form(1, { origin: 'http://localhost:3000' })],
  ['a form of the public URL behind a proxy', form(1, { origin: 'https://a.example', host: 'upstream' })],
  ['a form without an origin', form(1)],
  ['a body that is not a form', post('x'.repeat(3_000_000), { 'content-type': 'text/plain' })],
  ['a page request', new Request('http://localhost:3000/', { headers: { ...host, ...action } })],
])('lets %s through', async (_, request) => {
  expect(await checkFormPost(request, own)).toEqual({ ok: true, value: undefined })
})

it.each<[string, Request, string]>([
  ['text that is not JSON', post('garbage', action), 'body'],
  ['an empty body', post('', action), 'body'],
  ['a reference to another part', post('["$F1"]', action), 'body'],
  ['an unknown part', post(parts({ 0: '["$K1"]', 1: '{}' }), { ...action, ...multipart }), 'body'],
  ['no arguments', post(parts({ _1_email: 'a' }), { ...action, ...multipart }), 'body'],
  [
    'a part with a transfer encoding, which Next does not decode',
    post(
      '----of-a-browser\r\ncontent-disposition: form-data; name="0"\r\ncontent-transfer-encoding: base64\r\n\r\n["W10=","$F1"]\r\n----of-a-browser--',
      { ...action, ...multipart },
    ),
    'body',
  ],
  ['arguments that start with a byte order mark', post(parts({ 0: '\ufeff[]' }), { ...action, ...multipart }), 'body'],
  ['a form without an action', post(parts({ a: 'b' }), multipart), 'body'],
  ['a form type that Next does not know', post('[]', { ...action, 'content-type': 'Multipart/Form-Data' }), 'body'],
  ['an invalid id', post('[]', { 'next-action': '__proto__' }), 'next-action'],
  ['an id with a control character', post('[]', { 'next-action': `\u009b31m${id.slice(4)}` }), 'next-action'],
])('refuses a server action with %s, naming the field', async (_, request, field) => {
  const refused = await checkFormPost(request, own)
  expect(refused).toMatchObject({ error: { code: 'INVALID_INPUT', details: { [field]: expect.any(String) } } })
  expect(JSON.stringify(refused)).not.toContain('__proto__')
})

const endless = () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * 1024
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const headers = { ...host, 'content-type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body, duplex: 'half', headers }
  return { request: new Request('http://localhost:3000/', init), sent: () => sent }
}

it('refuses a form or an action of 3 MB and states the limit', async () => {
  for (const request of [form(3_000_000), post('x'.repeat(3_000_000), action)]) {
    expect(await checkFormPost(request, own)).toMatchObject({
      error: { code: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than the 1 MB allowed.' },
    })
  }
})

it('refuses a form of unknown size as soon as it is too large', async () => {
  const unending = endless()
  expect(await checkFormPost(unending.request, own)).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  expect(unending.sent()).toBeLessThan(2 * 1024 * 1024)
})

it.each([
  ['garbage', 'multipart/form-data; boundary=x'],
  ['garbage', 'multipart/form-data'],
  ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', 'Multipart/Form-Data; boundary=x'],
])('refuses %j as invalid %s', async (body, type) => {
  expect(await checkFormPost(post(body, { 'content-type': type }), own)).toMatchObject({
    error: { code: 'INVALID_INPUT', details: { body: expect.stringContaining('multipart/form-data') } },
  })
})

it.each(['https://evil.example', 'http://localhost:3001', 'nonsense', 'null', 'https://b.example'])(
  'refuses a form from %s',
  async (origin) => {
    for (const headers of [{ origin }, { origin, host: 'b.example' }, { origin, 'x-forwarded-host': 'b.example' }]) {
      expect(await checkFormPost(form(1, headers), own)).toMatchObject({ error: { reason: 'foreign_origin' } })
    }
  },
)

type Reader = NodeJS.WritableStream & { end(body: Buffer): void }
/** Next's bundled form parser with Next's options. */
const busboy = z
  .custom<(options: object) => Reader>((value) => value instanceof Function)
  .parse(createRequire(import.meta.url)('next/dist/compiled/busboy'))

const read = (type: string, body: Buffer) =>
  new Promise<[string, string][]>((resolve, reject) => {
    const fields: [string, string][] = []
    const reader = busboy({ defParamCharset: 'utf8', headers: { 'content-type': type }, limits: { fieldSize: 1e6 } })
    reader.on('field', (name: string, value: string) => fields.push([name, value]))
    reader.on('file', () => reject(new Error('A field was read as a file')))
    reader.on('close', () => resolve(fields))
    reader.on('error', reject)
    reader.end(body)
  })

const type = 'multipart/form-data; boundary=X'
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`
const formPart = (head: string, value: string) => `--X\r\n${head}\r\n\r\n${value}\r\n`
const end = '--X--\r\n'
const fieldsOf = (sentType: string, text: string) => {
  const form = readForm(sentType, Buffer.from(text))
  return form && [...form]
}

it("reads the fields of a browser's form", async () => {
  const fields: [string, string][] = [
    ['$ACTION_1:0', '{"id":"a"}'],
    ['_1_größe', 'a\r\n--Y\r\nb'],
    ['a b', ''],
    ['a b', '--X'],
  ]
  const sent = new FormData()
  for (const [name, value] of fields) sent.append(name, value)
  const encoded = new Response(sent)
  const encodedType = encoded.headers.get('content-type') ?? ''
  expect(fieldsOf(encodedType, await encoded.text())).toEqual(fields)
  expect(fieldsOf(type, end)).toEqual([])
  expect(fieldsOf(type, '--X--')).toEqual([])
})

it("for any bytes, returns the same fields as Next's parser or undefined", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '--X',
      '\r\n',
      '\r\n--X',
      '--',
      '-',
      '\n',
      '\r',
      `${named('0')}\r\n\r\n`,
      '[]',
      '"',
      '\\',
      '%',
      ';',
    ),
    fc.constantFrom('\ufeff', '\0', 'Content-Type: text/plain; charset=utf-16le\r\n', formPart(named('a'), 'b'), end),
    fc.uint8Array({ maxLength: 4 }),
  )
  const bytesOf = (pieces: (string | Uint8Array)[]) => Buffer.concat(pieces.map((one) => Buffer.from(one)))
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 3 }), async (inner, value) => {
      for (const body of [bytesOf(inner), bytesOf([`--X\r\n${named('0')}\r\n\r\n`, ...value, '\r\n', end])]) {
        const form = readForm(type, body)
        if (form !== undefined) expect([...form]).toEqual(await read(type, body))
      }
    }),
    { numRuns: 500 },
  )
})

describe('rejects', () => {
  it.each<[string, string]>([
    ['a part in base64', formPart(`${named('0')}\r\nContent-Transfer-Encoding: base64`, 'W10=')],
    ['a part with a charset', formPart(`${named('0')}\r\nContent-Type: text/plain; charset=utf-7`, '[]')],
    ['a part with a content type', formPart(`${named('0')}\r\nContent-Type: application/octet-stream`, '[]')],
    ['a part with another header', formPart(`X: y\r\n${named('0')}`, '[]')],
    ['a part with 3,000 headers', formPart(named('0') + '\r\nX: y'.repeat(3_000), '[]')],
    ['a file', formPart(`${named('0')}; filename="a"`, '[]')],
    ['a name in two forms', formPart(`${named('_1_a')}; name*=UTF-8''0`, '[]')],
    ['a name without quotes', formPart('Content-Disposition: form-data; name=0', '[]')],
    ['two dispositions', formPart(`${named('_1_a')}\r\n${named('0')}`, '[]')],
    ['another disposition', formPart('Content-Disposition: attachment; name="0"', '[]')],
    ['no disposition', formPart('', '[]')],
    ['a NUL in a name', formPart(named('_1_a\0'), '[]')],
    ['a backslash in a name', formPart(named(String.raw`_1_\\"a`), '[]')],
    ['a percent sign in a name', formPart(named('_1_%22'), '[]')],
    ['a name of 20 KB', formPart(named('a'.repeat(20_000)), '[]')],
    ['an empty name', formPart(named(''), '[]')],
    ['text before the first part', `junk\r\n${formPart(named('0'), '[]')}`],
    ['lines that end without a carriage return', `--X\n${named('0')}\n\n[]\n`],
  ])('%s', (_, parts) => {
    expect(fieldsOf(type, parts + formPart(named('1'), '[]') + end)).toBeUndefined()
  })

  it.each([
    '',
    formPart(named('0'), '[]'),
    `${end}junk`,
    `${end}${formPart(named('0'), '[]')}${end}`,
    '--X--\r',
    '--X-',
  ])('a form without its end or with trailing data: %j', (text) => {
    expect(fieldsOf(type, text)).toBeUndefined()
  })

  it.each([
    String.raw`multipart/form-data; boundary="\X"`,
    'multipart/form-data; boundary="X"',
    'multipart/form-data; boundary=X; boundary=Y',
    "multipart/form-data; boundary=X; boundary*=UTF-8''Y",
    'multipart/form-data; charset=utf-7; boundary=X',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'X'.repeat(71)}`,
    'multipart/form-data',
    'Multipart/Form-Data; boundary=X',
  ])('a form of the type %s', (other) => {
    expect(fieldsOf(other, formPart(named('0'), '[]') + end)).toBeUndefined()
  })
})
