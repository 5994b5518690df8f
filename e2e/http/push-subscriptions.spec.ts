import { createHash } from 'node:crypto'
import { createTestBrowser } from '#lib/travel/server/alerts/push/testing/push-service.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test('accepts a push subscription only with a session, from the own site and for a known push service', async ({
  request: guest,
  appUrl,
}) => {
  const path = '/api/push-subscriptions'
  const target = createTestBrowser().subscription('https://fcm.googleapis.com/fcm/send/1')
  const own = { origin: new URL(appUrl).origin }
  expect((await guest.post(path, { headers: own, data: target })).status()).toBe(401)
  await becomeGuest(guest, appUrl)
  expect((await guest.post(path, { headers: { origin: 'https://evil.example' }, data: target })).status()).toBe(403)
  for (const endpoint of ['https://169.254.169.254/latest', 'http://fcm.googleapis.com/a', 'https://localhost/a'])
    expect((await guest.post(path, { headers: own, data: { ...target, endpoint } })).status(), endpoint).toBe(400)
  expect((await guest.post(path, { headers: own, data: { ...target, more: 1 } })).status()).toBe(400)
  const registered = await guest.post(path, { headers: own, data: target })
  expect([registered.status(), await registered.json()]).toEqual([200, { browsers: 1 }])
  const id = createHash('sha256').update(target.endpoint).digest('hex')
  expect((await guest.delete(`${path}/1`, { headers: own })).status()).toBe(404)
  const ended = await guest.delete(`${path}/${id}`, { headers: own })
  expect([ended.status(), await ended.json()]).toEqual([200, { browsers: 0 }])
})
