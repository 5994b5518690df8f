import { expect, test } from 'vitest'
import { createFakeHost } from '#runner/sdk/testing/fake-host.ts'
import skill from '../src/main.ts'

const call = (params: { message: string; caller_name?: string; callback_number?: string; urgency?: 'urgent' }) => ({
  action: 'send_message',
  params,
  config: {},
})

test('sends the message with the caller’s name and number, and reports that the message is noted', async () => {
  const host = createFakeHost({})
  const params = { message: 'Late by an hour.', caller_name: 'Ilse', callback_number: 'extension 42' }
  expect(await skill(call({ ...params, urgency: 'urgent' }), host)).toEqual({
    results: [{ noted: true, to: 'the operator', urgency: 'urgent' }],
    message: 'I have noted your message, Ilse. It is kept for the operator.',
  })
  expect(host.sent).toEqual([{ text: 'From: Ilse\nCall back: extension 42\n\nLate by an hour.', urgent: true }])
})

test('sends a message without a name unchanged', async () => {
  const host = createFakeHost({})
  const { message } = await skill(call({ message: 'Late.\nSorry.' }), host)
  expect(host.sent).toEqual([{ text: 'Late.\nSorry.', urgent: false }])
  expect(message).not.toMatch(/sent|delivered/i)
})

test('removes line breaks from a name, so that it cannot forge a line of the message', async () => {
  const host = createFakeHost({})
  await skill(call({ message: 'Hi', caller_name: 'Ilse\r\nCall back:\t666\u202e' }), host)
  expect(host.sent.map(({ text }) => text)).toEqual(['From: Ilse Call back: 666\n\nHi'])
})

test('refuses a message that has only hidden characters, with an error that names the field', async () => {
  const host = createFakeHost({})
  const asked = skill(call({ message: ' \u200b\u0007\n' }), host)
  await expect(asked).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'message' })
  expect(host.sent).toEqual([])
})
