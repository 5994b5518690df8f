import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readForm } from './check-form-post.ts'

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
const part = (head: string, value: string) => `--X\r\n${head}\r\n\r\n${value}\r\n`
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
    fc.constantFrom('\ufeff', '\0', 'Content-Type: text/plain; charset=utf-16le\r\n', part(named('a'), 'b'), end),
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
    ['a part in base64', part(`${named('0')}\r\nContent-Transfer-Encoding: base64`, 'W10=')],
    ['a part with a charset', part(`${named('0')}\r\nContent-Type: text/plain; charset=utf-7`, '[]')],
    ['a part with a content type', part(`${named('0')}\r\nContent-Type: application/octet-stream`, '[]')],
    ['a part with another header', part(`X: y\r\n${named('0')}`, '[]')],
    ['a part with 3,000 headers', part(named('0') + '\r\nX: y'.repeat(3_000), '[]')],
    ['a file', part(`${named('0')}; filename="a"`, '[]')],
    ['a name in two forms', part(`${named('_1_a')}; name*=UTF-8''0`, '[]')],
    ['a name without quotes', part('Content-Disposition: form-data; name=0', '[]')],
    ['two dispositions', part(`${named('_1_a')}\r\n${named('0')}`, '[]')],
    ['another disposition', part('Content-Disposition: attachment; name="0"', '[]')],
    ['no disposition', part('', '[]')],
    ['a NUL in a name', part(named('_1_a\0'), '[]')],
    ['a backslash in a name', part(named(String.raw`_1_\\"a`), '[]')],
    ['a percent sign in a name', part(named('_1_%22'), '[]')],
    ['a name of 20 KB', part(named('a'.repeat(20_000)), '[]')],
    ['an empty name', part(named(''), '[]')],
    ['text before the first part', `junk\r\n${part(named('0'), '[]')}`],
    ['lines that end without a carriage return', `--X\n${named('0')}\n\n[]\n`],
  ])('%s', (_, parts) => {
    expect(fieldsOf(type, parts + part(named('1'), '[]') + end)).toBeUndefined()
  })

  it.each(['', part(named('0'), '[]'), `${end}junk`, `${end}${part(named('0'), '[]')}${end}`, '--X--\r', '--X-'])(
    'a form without its end or with trailing data: %j',
    (text) => {
      expect(fieldsOf(type, text)).toBeUndefined()
    },
  )

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
    expect(fieldsOf(other, part(named('0'), '[]') + end)).toBeUndefined()
  })
})
