import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../contract/skill-io.ts'
import { newPlaceholder } from '../../../egress/credentials.ts'
import { createTranslation } from './placeholders.ts'

const bytes = (size: number) => new Uint8Array(size).fill(size)
const own = newPlaceholder('KEY', () => bytes(1))
const other = newPlaceholder('KEY', () => bytes(2))
const session = newPlaceholder('KEY', () => bytes(3))
const translation = createTranslation({ KEY: own, WITHHELD: 'nothing' }, { KEY: session, WITHHELD: null })
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

const fetched = (args: Partial<Record<'url' | 'headers' | 'body', Json>>) =>
  translation.args('fetch', { url: 'https://api.example.com/', ...args })

describe('the requests of a container started in advance', () => {
  test.each<[string, Parameters<typeof fetched>[0], Json]>([
    ['its URL', { url: `https://x.example/${own}?k=${own}` }, { url: `https://x.example/${session}?k=${session}` }],
    ['a header', { headers: [['x-key', `a ${own}`]] }, { headers: [['x-key', `a ${session}`]] }],
    [
      'Basic authentication',
      { headers: [['authorization', basic(`${own}:`)]] },
      { headers: [['authorization', basic(`${session}:`)]] },
    ],
    ['a body of text', { body: { text: `key=${own}` } }, { body: { text: `key=${session}` } }],
    ['a body of bytes', { body: { base64: base64(`\xff${own}`) } }, { body: { base64: base64(`\xff${session}`) } }],
  ])('contain the session’s placeholder in %s', (_, sent, expected) => {
    expect(fetched(sent)).toMatchObject(Object(expected))
  })

  test('keep placeholders of another container or of withheld secrets unchanged', () => {
    const text = `https://x.example/${other}/nothing`
    expect(fetched({ url: text, headers: [['authorization', basic(other)]] })).toMatchObject({
      url: text,
      headers: [['authorization', basic(other)]],
    })
  })

  test('keep their method and time limit', () => {
    const rest = { method: 'DELETE', timeoutMs: 1234 }
    expect(translation.args('fetch', { url: `https://x.example/${own}`, ...rest })).toEqual({
      url: `https://x.example/${session}`,
      headers: [],
      body: null,
      ...rest,
    })
  })

  test('are passed on unchanged if their arguments are invalid', () => {
    const args = { url: 1, more: own }
    expect(translation.args('fetch', args)).toBe(args)
  })
})

test('the output of a container started in advance gets the session’s placeholder in place of its own', () => {
  expect(translation.out(`a ${own}, ${other} and nothing`)).toBe(`a ${session}, ${other} and nothing`)
})

describe('the answers to a container started in advance', () => {
  test('never contain the session’s placeholder', () => {
    const answer = translation.answer({
      kind: 'value',
      value: { status: 200, url: `https://x.example/${session}`, headers: [['x-echo', session]] },
      body: Buffer.from(`\xff${session}`, 'latin1'),
    })
    expect(answer).toEqual({
      kind: 'value',
      value: { status: 200, url: `https://x.example/${own}`, headers: [['x-echo', own]] },
      body: Buffer.from(`\xff${own}`, 'latin1'),
    })
    expect(translation.answer({ kind: 'rejected', name: 'NetworkError', message: session })).toMatchObject({
      message: own,
    })
  })
})

test('data without placeholders is passed on unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), fc.jsonValue(), (body, text, value) => {
      const answer = { kind: 'value', value: JSON.parse(JSON.stringify(value)), body } as const
      expect(translation.answer(answer)).toEqual(answer)
      expect(translation.out(text)).toBe(text)
      expect(fetched({ body: { base64: Buffer.from(body).toString('base64') } })).toMatchObject({
        body: { base64: Buffer.from(body).toString('base64') },
      })
    }),
  )
})
