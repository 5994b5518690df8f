import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { remedies } from './variables.ts'

const settingsWith = (given: Record<string, string>) =>
  new Map(readEnv(given).settings.map((setting) => [setting.name, setting]))

test('lists every setting of the schema, with its value, its default, or as unset', () => {
  const settings = settingsWith({ PORT: '4000' })
  expect([...settings.keys()]).toEqual(Object.keys(remedies))
  expect(settings.get('PORT')).toEqual({ name: 'PORT', value: '4000', from: 'environment', isSecret: false })
  expect(settings.get('LOG_LEVEL')).toMatchObject({ value: 'info', from: 'default' })
  expect(settings.get('TRAVEL_WORKERS')).toMatchObject({ value: null, from: 'unset' })
})

test('never repeats the value of a setting that may contain a secret, and still says that it is set', () => {
  const secrets = {
    DATABASE_URL: 'postgresql://travel:passphrase-of-mine@127.0.0.1/travel',
    TRAVEL_ENCRYPTION_KEY: 'ab'.repeat(32),
    TRAVEL_SMTP_URL: 'smtps://user:passphrase-of-mine@mail.example.com',
    OPERATOR_EMAIL: 'operator@example.com',
    TRAVEL_MESSAGE_CHANNEL: 'webhook',
    TRAVEL_MESSAGE_WEBHOOK_URL: 'https://hooks.example.com/services/passphrase-of-mine',
  }
  const settings = settingsWith(secrets)
  expect(JSON.stringify([...settings.values()])).not.toMatch(/passphrase-of-mine|abab/)
  for (const name of ['DATABASE_URL', 'TRAVEL_ENCRYPTION_KEY', 'TRAVEL_SMTP_URL', 'TRAVEL_MESSAGE_WEBHOOK_URL']) {
    expect(settings.get(name), name).toMatchObject({ value: null, from: 'environment', isSecret: true })
  }
  expect(settingsWith({}).get('DATABASE_URL')).toMatchObject({ from: 'unset', isSecret: true })
})

test('shows a URL without its user and password', () => {
  const given = {
    OIDC_ISSUER: 'https://user:passphrase@of-mine@id.example.com/realm',
    DOCKER_HOST: 'tcp://me@10.0.0.1:2375',
  }
  const all = { ...given, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
  expect(settingsWith(all).get('OIDC_ISSUER')?.value).toBe('https://…@id.example.com/realm')
  expect(settingsWith(all).get('DOCKER_HOST')?.value).toBe('tcp://…@10.0.0.1:2375')
})

test('the secrets by name are all hidden', () => {
  const settings = [...settingsWith({}).values()]
  const shown = settings.filter(({ isSecret }) => !isSecret).map(({ name }) => name)
  expect(shown.filter((name) => /KEY|TOKEN|PASSWORD|SECRET|SMTP_URL|WEBHOOK|DATABASE/.test(name))).toEqual([])
})
