import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPoint, pushUrl } from './push-endpoint.ts'
import { createTestBrowser } from './testing/push-service.ts'

const own = ['push.example.com', 'push.example.com:8443']

test.each([
  'https://fcm.googleapis.com/fcm/send/a:b-c',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d',
  'https://push.example.com/a',
  'https://push.example.com:8443/a',
])('accepts the endpoint %s', (endpoint) => {
  expect(pushUrl(endpoint, own)?.href).toBe(endpoint)
})

test.each([
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com./a',
  'https://fcm.googleapis.com.example.net/a',
  'https://xfcm.googleapis.com/a',
  'https://push.apple.com/a',
  'https://.push.apple.com/a',
  'https://any.name.notify.windows.com/a',
  'https://evilpush.apple.com/a',
  'https://fcm.googleapis.com@example.net/a',
  'https://user@fcm.googleapis.com/a',
  'https://:word@fcm.googleapis.com/a',
  'https://fcm.googleapis.com/a#b',
  'https://fcm.googleapis.com/a#',
  'https://FCM.googleapis.com/a',
  'https://fcm.googleapis.com/a/../b',
  'https:\\\\fcm.googleapis.com\\a',
  ' https://fcm.googleapis.com/a',
  'https://fcm.googleapis.com/a\n',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://2130706433/a',
  'https://169.254.169.254/latest',
  'https://localhost/a',
  'file:///etc/passwd',
  'fcm.googleapis.com/a',
  '',
])('rejects the endpoint %j', (endpoint) => {
  expect(pushUrl(endpoint, own)).toBeUndefined()
})

test('without hosts from the operator, only the built-in push services are allowed', () => {
  expect(pushUrl('https://push.example.com/a', [])).toBeUndefined()
})

const pieces = [
  ...[
    'https://',
    'http://',
    '//',
    '\\',
    '/',
    '@',
    ':',
    '#',
    '?',
    '.',
    '%2e',
    '%00',
    '\t',
    '443',
    '8443',
    '。',
    '[::1]',
  ],
  ...['fcm.googleapis.com', 'web.push.apple.com', '.notify.windows.com', 'evil.example', '127.0.0.1', 'user', 'ａ'],
]

test('any accepted endpoint is an https URL of a known push service', () => {
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => `https://${parts.join('')}`),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
  )
  let allowed = 0
  fc.assert(
    fc.property(hostile, (endpoint) => {
      const url = pushUrl(endpoint, [])
      if (url === undefined) return
      allowed += 1
      // Parsed without `URL`, which the tested function uses.
      const [, host = ''] = /^https:\/\/([a-z0-9.-]+)(?:[/?].*)$/.exec(endpoint) ?? []
      expect([url.protocol, url.host]).toEqual(['https:', host])
      expect(
        /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+(push\.apple|notify\.windows)\.com)$/.test(
          host,
        ),
      ).toBe(true)
    }),
    { numRuns: 5000, examples: [['https://fcm.googleapis.com/a']] },
  )
  expect(allowed).toBeGreaterThan(0)
})

test('a browser key must be an uncompressed point on the P-256 curve', () => {
  const { keys } = createTestBrowser().subscription('https://fcm.googleapis.com/a')
  expect(isPoint({ keys })).toBe(true)
  const hybrid = Buffer.from(keys.p256dh, 'base64url')
  hybrid[0] = 6 + ((hybrid.at(-1) ?? 0) % 2)
  for (const p256dh of ['A'.repeat(87), `B${'A'.repeat(86)}`, hybrid.toString('base64url')])
    expect(isPoint({ keys: { ...keys, p256dh } }), p256dh).toBe(false)
})
