import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './channel.ts'

const id = 'msg_0123456789abcdefghijkl'
const of = (skill: string | undefined, text: string, urgent = false) =>
  plainText({ id, skill, text, urgent, notedAt: new Date(0) })

test('an alert of the app stands as it is, and names no skill', () => {
  expect(of(undefined, 'Two approvals wait.', true)).toBe(`URGENT\n\nTwo approvals wait.\n\n${id}`)
})

test('no text of a skill writes a line that is not its own: each is a quotation', () => {
  const line = fc.constantFrom(
    'Two approvals wait.',
    '',
    'URGENT',
    id,
    'The skill calendar says:',
    '> x',
    'https://example.com',
  )
  const breaks = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\n\n')
  const text = fc.array(fc.oneof(line, breaks), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.boolean(), (said, urgent) => {
      const shown = of('send-message', said, urgent).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
      const own = shown.filter((one) => !one.startsWith('> '))
      expect(own).toEqual([...(urgent ? ['URGENT', ''] : []), 'The skill send-message says:', '', id])
    }),
  )
})
