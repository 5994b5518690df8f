import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isActionCall, isActionForm, isArguments, jsonOf } from './action-call.ts'

/** The encoder of Next's bundled React, which the pages use. */
const { encodeReply } = z
  .object({
    encodeReply: z.custom<(value: unknown) => Promise<string | FormData>>((value) => value instanceof Function),
  })
  .parse(createRequire(import.meta.url)('next/dist/compiled/react-server-dom-turbopack/client.edge'))

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const id = '60e8cd526d3b117badc0e6d0399f4ba814b93e8a96'

describe('a call with JavaScript', () => {
  it("is accepted in React's encoding, whatever the form and its state contain", async () => {
    const texts = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: true })
    const state = fc.record(
      { message: fc.string(), fields: texts, values: texts },
      { noNullPrototype: true, requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(state, texts, async (before, typed) => {
        fc.pre(!JSON.stringify([before, typed]).includes('__proto__'))
        const sent = await encodeReply([before, formOf(typed)])
        expect(sent instanceof FormData && isActionCall(sent)).toBe(true)
      }),
    )
    expect(isArguments(jsonOf([await encodeReply([])]))).toBe(true)
  })

  it.each([
    [new Map([['a', 1]])],
    [new Set([1])],
    [Promise.resolve(1)],
    [new Uint8Array(3)],
    [new Date(0)],
    [10n],
    [Number.NaN],
    [new Blob(['a'])],
  ])('is refused with values that React can encode but no page sends: %o', async (value) => {
    const sent = await encodeReply([value])
    expect(sent instanceof FormData ? isActionCall(sent) : isArguments(jsonOf([sent]))).toBe(false)
  })

  it.each([
    'null',
    '{}',
    '"a"',
    '[1,2,3]',
    '["$1"]',
    '["$1:constructor"]',
    '["$@1"]',
    '["$Q1"]',
    '["$K"]',
    '[{"then":"$1:__proto__:then"}]',
    '[{"__proto__":1}]',
    `[${'['.repeat(20)}${']'.repeat(20)}]`,
    `[[${'1,'.repeat(1_001)}1]]`,
  ])('is refused with the arguments %s', (text) => {
    expect(isArguments(jsonOf([text]))).toBe(false)
  })
})

describe('a form without JavaScript', () => {
  const bound = { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`, '$ACTION_1:1': '[{"a":"b"}]' }

  it.each<[Record<string, string>]>([
    [{ [`$ACTION_ID_${id}`]: '', email: 'a' }],
    [{ ...bound, $ACTION_KEY: 'k123', email: 'a' }],
    [{ $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${id}","bound":null}` }],
  ])('is accepted as a page renders it: %j', (fields) => {
    expect(isActionForm(formOf(fields))).toBe(true)
  })

  it.each<[string, Record<string, string>]>([
    ['no action', { email: 'a' }],
    ['an action key alone', { $ACTION_KEY: 'a' }],
    ['an invalid id', { $ACTION_ID_a: '' }],
    ['no descriptor', { $ACTION_REF_1: '' }],
    ['a descriptor that is not JSON', { ...bound, '$ACTION_1:0': 'garbage' }],
    ['another reference as arguments', { ...bound, '$ACTION_1:0': `{"id":"${id}","bound":"$h1"}` }],
    ['an extra key in its descriptor', { ...bound, '$ACTION_1:0': `{"id":"${id}","bound":null,"then":1}` }],
    ['arguments that are not JSON', { ...bound, '$ACTION_1:1': 'garbage' }],
    ['no arguments', { $ACTION_REF_1: '', '$ACTION_1:0': bound['$ACTION_1:0'] }],
    ['another part', { ...bound, '$ACTION_1:2': '{}' }],
    ['another reference', { ...bound, $ACTION_REF_2: '' }],
  ])('is refused with %s', (_, fields) => {
    expect(isActionForm(formOf(fields))).toBe(false)
  })

  it('is refused with a repeated field', () => {
    const form = formOf(bound)
    form.append('$ACTION_1:0', bound['$ACTION_1:0'])
    expect(isActionForm(form)).toBe(false)
  })
})

it('never throws, whatever the form', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('0', '1', '_1_a', '$ACTION_REF_', '$ACTION_REF_1', '$ACTION_1:0', '$ACTION_1:1', '$ACTION_ID_'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.oneof(fc.string(), fc.json()))), (fields) => {
      const form = new FormData()
      for (const [key, value] of fields) form.append(key, value)
      isActionCall(form)
      isActionForm(form)
    }),
  )
})
