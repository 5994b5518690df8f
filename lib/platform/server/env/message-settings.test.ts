import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const telegram = { TRAVEL_TELEGRAM_BOT_TOKEN: '123456:ABC-DEF', OPERATOR_TELEGRAM_ID: '987' }
const openclaw = {
  OPENCLAW_GATEWAY_URL: 'http://127.0.0.1:18789',
  OPENCLAW_GATEWAY_TOKEN: 'gateway-token',
  OPERATOR_TELEGRAM_ID: '987',
}
const smtp = { TRAVEL_SMTP_URL: 'smtps://user:word@mail.example.com', OPERATOR_EMAIL: 'operator@example.com' }
const webhook = {
  TRAVEL_MESSAGE_WEBHOOK_URL: 'https://hooks.example.com/m',
  TRAVEL_MESSAGE_WEBHOOK_TOKEN: 'hook-token',
}

const operatorOf = (given: Record<string, string>) => readEnv(given, '/p').operator

test.each([
  ['telegram', telegram, { apiUrl: 'https://api.telegram.org', botToken: '123456:ABC-DEF', chatId: '987' }],
  ['openclaw', openclaw, { url: 'http://127.0.0.1:18789', token: 'gateway-token', telegramId: '987' }],
  ['smtp', smtp, { url: smtp.TRAVEL_SMTP_URL, from: 'operator@example.com', to: 'operator@example.com' }],
  ['webhook', webhook, { url: 'https://hooks.example.com/m', token: 'hook-token' }],
])('uses %s when it is the only channel', (kind, given, settings) => {
  expect(operatorOf({ ...given, OPERATOR_NAME: 'Ilse' })).toMatchObject({
    name: 'Ilse',
    channel: { kind, ...settings },
  })
})

test('has no channel without channel settings, or if TRAVEL_MESSAGE_CHANNEL is off', () => {
  expect(operatorOf({})).toEqual({
    alerts: 'off',
    name: undefined,
    channel: undefined,
    telegramId: undefined,
    gateway: undefined,
  })
  expect(operatorOf({ OPERATOR_TELEGRAM_ID: '987', OPERATOR_EMAIL: 'a@example.com' }).channel).toBeUndefined()
  expect(operatorOf({ ...telegram, TRAVEL_MESSAGE_CHANNEL: 'off' }).channel).toBeUndefined()
})

test('lets skills reach the OpenClaw gateway whatever the channel is', () => {
  const gateway = { url: openclaw.OPENCLAW_GATEWAY_URL, token: openclaw.OPENCLAW_GATEWAY_TOKEN }
  expect(operatorOf({ ...openclaw, TRAVEL_MESSAGE_CHANNEL: 'off' })).toMatchObject({ gateway, telegramId: '987' })
  expect(operatorOf({ ...telegram }).gateway).toBeUndefined()
})

test('with TRAVEL_MESSAGE_CHANNEL=off, the mail server sends alerts only, and the gateway serves skills only', () => {
  const off = { TRAVEL_MESSAGE_CHANNEL: 'off' }
  const mail = { TRAVEL_SMTP_URL: smtp.TRAVEL_SMTP_URL, TRAVEL_SMTP_FROM: 'alerts@example.com' }
  expect(readEnv({ ...off, ...mail }, '/p').mail).toEqual({ url: smtp.TRAVEL_SMTP_URL, from: 'alerts@example.com' })
  const { OPERATOR_TELEGRAM_ID: _, ...gateway } = openclaw
  expect(operatorOf({ ...off, ...gateway }).gateway).toMatchObject({ token: openclaw.OPENCLAW_GATEWAY_TOKEN })
})

test('with several channels, uses the one that TRAVEL_MESSAGE_CHANNEL names', () => {
  const given = { ...telegram, ...smtp, TRAVEL_MESSAGE_CHANNEL: 'smtp' }
  expect(operatorOf(given).channel).toMatchObject({ kind: 'smtp' })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['several channels without a choice', { ...telegram, ...smtp }, /TRAVEL_MESSAGE_CHANNEL is missing.*telegram, smtp/],
  [
    'a mail server without a sender',
    { TRAVEL_SMTP_URL: smtp.TRAVEL_SMTP_URL, TRAVEL_MESSAGE_CHANNEL: 'off' },
    /TRAVEL_SMTP_FROM is missing/,
  ],
  ['a partial channel', { OPENCLAW_GATEWAY_TOKEN: 'x', OPERATOR_TELEGRAM_ID: '1' }, /OPENCLAW_GATEWAY_URL is missing/],
  [
    'a chosen channel without its settings',
    { TRAVEL_MESSAGE_CHANNEL: 'webhook' },
    /TRAVEL_MESSAGE_WEBHOOK_URL is missing/,
  ],
  ['a chat id that is not a number', { ...telegram, OPERATOR_TELEGRAM_ID: '@name' }, /OPERATOR_TELEGRAM_ID is invalid/],
  ['a name with a line break', { OPERATOR_NAME: 'a\nb' }, /OPERATOR_NAME is invalid/],
  [
    'a token that would break a header',
    { ...webhook, TRAVEL_MESSAGE_WEBHOOK_TOKEN: 'a b' },
    /WEBHOOK_TOKEN is invalid/,
  ],
])('rejects %s', (_, given, sentence) => {
  expect(() => operatorOf(given)).toThrow(sentence)
})

test('repeats no secret in an error message', () => {
  const secret = 'not a token but secret'
  const given = { ...telegram, TRAVEL_TELEGRAM_BOT_TOKEN: secret, TRAVEL_SMTP_URL: `https://user:${secret}@x.example` }
  expect(() => operatorOf(given)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }))
})

test.each(['OPENCLAW_GATEWAY_TOKEN', 'TRAVEL_TELEGRAM_BOT_TOKEN', 'TRAVEL_SMTP_URL'])(
  'never offers the setting %s to skills as a credential',
  (name) => {
    const credentials = JSON.stringify({ [name]: ['api.example.com'] })
    expect(() => operatorOf({ TRAVEL_CREDENTIALS: credentials })).toThrow('TRAVEL_CREDENTIALS')
  },
)
