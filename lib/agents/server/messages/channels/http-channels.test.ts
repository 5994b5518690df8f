import { describe, expect, test } from 'vitest'
import { type Channel, DeliveryError, type Outgoing } from '../channel.ts'
import { openChannel } from '../open-channel.ts'
import { openReceiver, type Reply } from './testing/receiver.ts'

const message: Outgoing = {
  id: 'msg_0123456789abcdefghijkl',
  skill: 'send-message',
  text: 'Our plane lands at 15:30.\n<b>Call</b> me *back*.',
  urgent: true,
  notedAt: new Date('2026-11-24T09:30:00Z'),
}
const plain = `URGENT\n\nThe skill send-message says:\n> Our plane lands at 15:30.\n> <b>Call</b> me *back*.\n\n${message.id}`
const secret = 's3cret-token-of-the-channel'
const never = new AbortController().signal

type Case = {
  readonly name: string
  readonly open: (url: string) => Channel
  readonly accepts: Reply
  readonly request: object
  /** An answer with status 200 that still does not accept the message. Absent: the channel has no such answer. */
  readonly refusal?: Reply
}

const cases: Case[] = [
  {
    name: 'the webhook',
    open: (url) => openChannel({ kind: 'webhook', url: `${url}/hook?key=${secret}`, token: secret }),
    accepts: { status: 204 },
    request: {
      method: 'POST',
      path: `/hook?key=${secret}`,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': message.id },
      body: {
        id: message.id,
        skill: 'send-message',
        text: message.text,
        urgent: true,
        noted_at: '2026-11-24T09:30:00.000Z',
      },
    },
  },
  {
    name: 'Telegram',
    open: (apiUrl) => openChannel({ kind: 'telegram', apiUrl, botToken: `123:${secret}`, chatId: '987' }),
    accepts: { body: { ok: true, result: { message_id: 1 } } },
    refusal: { body: { ok: false, description: 'chat not found' } },
    request: {
      method: 'POST',
      path: `/bot123:${secret}/sendMessage`,
      // Without `parse_mode` the text has no markup.
      body: { chat_id: '987', text: plain, link_preview_options: { is_disabled: true } },
    },
  },
  {
    name: 'the OpenClaw gateway',
    open: (url) => openChannel({ kind: 'openclaw', url: `${url}/`, token: secret, telegramId: '987' }),
    accepts: { body: { ok: true, result: {} } },
    refusal: { body: { ok: false, error: { type: 'tool_error', message: 'no such chat' } } },
    request: {
      method: 'POST',
      path: '/tools/invoke',
      headers: { authorization: `Bearer ${secret}` },
      body: {
        tool: 'message',
        action: 'send',
        args: { action: 'send', channel: 'telegram', target: '987', message: plain },
      },
    },
  },
]

/** How a delivery failed. */
async function failureOf(delivery: Promise<void>): Promise<DeliveryError> {
  const failure = await delivery.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (failure instanceof DeliveryError) return failure
  throw new Error('The delivery did not fail as expected', { cause: failure })
}

describe.each(cases)('$name', ({ open, accepts, refusal, request }) => {
  test('receives the message in its own format, for the configured recipient', async () => {
    await using receiver = await openReceiver(() => accepts)
    await open(receiver.url).deliver(message, never)
    expect(receiver.received).toMatchObject([request])
    expect(receiver.received[0]?.body).toEqual(Object(request).body)
  })

  test.each([400, 401, 403, 404, 429, 500, 503])(
    'fails on status %i, without its token in the reason',
    async (status) => {
      await using receiver = await openReceiver(() => ({ status, body: { description: secret } }))
      const failure = await failureOf(open(receiver.url).deliver(message, never))
      expect(failure.message).toContain(`status ${status}`)
      expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain(secret)
      expect(failure.cause).toBeUndefined()
    },
  )

  test('follows no redirect, so that the token stays with the configured host', async () => {
    await using other = await openReceiver(() => accepts)
    await using receiver = await openReceiver(() => ({ status: 307, headers: { location: other.url } }))
    expect((await failureOf(open(receiver.url).deliver(message, never))).message).toContain('status 307')
    expect(other.received).toEqual([])
  })

  test('fails when no server listens, without its token in the reason', async () => {
    const receiver = await openReceiver(() => accepts)
    await receiver[Symbol.asyncDispose]()
    const failure = await failureOf(open(receiver.url).deliver(message, never))
    expect(failure.message).toContain('could not be reached')
    expect(failure.message).not.toContain(secret)
  })

  test('stops waiting when the attempt is aborted', async () => {
    const attempt = new AbortController()
    await using receiver = await openReceiver(() => {
      attempt.abort(new DOMException('too late', 'TimeoutError'))
      return undefined
    })
    expect((await failureOf(open(receiver.url).deliver(message, attempt.signal))).message).toContain('in time')
  })

  if (refusal !== undefined) {
    test('fails if the answer does not confirm the message', async () => {
      await using receiver = await openReceiver(() => refusal)
      expect((await failureOf(open(receiver.url).deliver(message, never))).message).toContain('did not confirm')
    })
  }
})
