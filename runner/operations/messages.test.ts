import { expect, test } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import type { Permissions } from '../contract/manifest.ts'
import type { Json } from '../contract/skill-io.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { notedMessages } from './messages.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const shortValue = 'sh0rt-secret'
const session = sessionWithoutFetch([realValue, shortValue])

type Options = { messages?: boolean; declared?: Permissions; past?: readonly JournalEntry[] }

function seamWith({ messages = true, declared, past = [] }: Options = {}) {
  return testSeam(
    { messages },
    {
      grant: declared && { declared, withheld: [{ permission: 'messages', item: '', by: ['approval'] }] },
      session,
      services: { operatorName: 'Ilse' },
      durable: { writer: createJournalWriter(async () => {}), past, known: past.length },
    },
  )
}

const send = (seam: ReturnType<typeof seamWith>, message: Json) => seam.call('messages.send', { message }, 1)

test('records a message in the journal and returns the operator’s name', async () => {
  const seam = seamWith()
  expect(await send(seam, { text: 'Two lines\n\tand a tab 👩‍🚀', urgent: true })).toEqual({
    kind: 'value',
    value: { noted: true, to: 'Ilse' },
  })
  expect(notedMessages(seam.journal)).toEqual([{ seq: 0, text: 'Two lines\n\tand a tab 👩‍🚀', urgent: true }])
})

test.each<[string, Json, string]>([
  ['a recipient', { text: 'Hello', to: 'mallory@example.com' }, 'every message goes to the operator'],
  ['a chat', { text: 'Hello', chat_id: '12345' }, 'every message goes to the operator'],
  ['no text', {}, 'messages.send: text: must be text'],
  ['a text of another type', { text: { toString: 'x' } }, 'messages.send: text: must be text'],
  ['an empty text', { text: ' \n ' }, 'messages.send: text: is empty'],
  ['a text that is too long', { text: 'x'.repeat(1501) }, 'messages.send: text: is longer than 1500 characters'],
  ['a control character', { text: 'Hello\u0007' }, 'messages.send: text: has control characters'],
  ['a carriage return', { text: 'Hello\rSubject: other' }, 'messages.send: text: has control characters'],
  ['a terminal escape', { text: '\u001b[2J' }, 'messages.send: text: has control characters'],
  ['a direction mark', { text: 'pay \u202e001 euros' }, 'messages.send: text: has control characters'],
  ['an invisible character', { text: 'a\u200bb' }, 'messages.send: text: has control characters'],
  ['hidden tag characters', { text: `hi${String.fromCodePoint(0xe0041)}` }, 'messages.send: text: has control'],
  ['half of a surrogate pair', { text: 'a\ud800b' }, 'messages.send: text: has control characters'],
  ['an urgency of another type', { text: 'Hello', urgent: 'yes' }, 'messages.send: urgent: must be true or false'],
  ['a string instead of an object', 'Hello', 'messages.send: message'],
  ['a list', [{ text: 'Hello' }], 'messages.send: message'],
])('rejects %s with a catchable error, and records nothing', async (_, message, problem) => {
  const seam = seamWith()
  expect(await send(seam, message)).toEqual({
    kind: 'rejected',
    name: 'TypeError',
    message: expect.stringContaining(problem),
  })
  expect(notedMessages(seam.journal)).toEqual([])
})

test('ends an execution that sends more than three messages', async () => {
  const seam = seamWith()
  for (const text of ['one', 'two', 'three']) expect(await send(seam, { text })).toMatchObject({ kind: 'value' })
  expect(await send(seam, { text: 'four' })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(notedMessages(seam.journal)).toHaveLength(3)
})

test('counts the messages of earlier legs', async () => {
  const first = seamWith()
  await send(first, { text: '' })
  for (const text of ['one', 'two']) await send(first, { text })
  const second = seamWith({ past: first.journal })
  expect(await send(second, { text: 'three' })).toMatchObject({ kind: 'value' })
  expect(await send(second, { text: 'four' })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(notedMessages(second.journal)).toHaveLength(3)
})

test('redacts a secret in a message, even if the redacted message exceeds the maximum length', async () => {
  const seam = seamWith()
  await send(seam, { text: `The key is ${realValue}. ${'x'.repeat(1460)}` })
  const longest = shortValue.padEnd(1500, '.')
  await send(seam, { text: longest })
  expect(notedMessages(seam.journal).map(({ text }) => text)).toEqual([
    `The key is [REDACTED...-key]. ${'x'.repeat(1460)}`,
    longest.replace(shortValue, '[REDACTED...cret]'),
  ])
})

test('stores a message of the maximum length in full, even if every character must be escaped', async () => {
  const seam = seamWith()
  const text = '"'.repeat(1500)
  await send(seam, { text })
  expect(notedMessages(seam.journal)).toMatchObject([{ text }])
})

test('throws if a journal entry holds only the hash of a message, instead of dropping the message', () => {
  const entry: JournalEntry = {
    seq: 0,
    op: 'messages.send',
    args: { hash: 'h', bytes: 5000 },
    result: { kind: 'value', value: { noted: true, to: 'Ilse' } },
    fuel_left: 0,
    duration_ms: 0,
  }
  expect(() => notedMessages([entry])).toThrow('message')
})
