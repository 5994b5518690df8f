import { expect, test, vi } from 'vitest'
import { createAlertNotices, type WindowClient } from './alert-notices.ts'

const origin = 'https://travel.example.com'
const search = 'srch_0123456789abcdefghijkl'
const path = `/trips?alert=alrt_0123456789abcdefghijkl#${search}`
const notice = { title: 'A to B: the price fell to $400', body: '13 Feb', tag: search, path, language: 'en' }

function windowAt(url: string) {
  return { url, focus: vi.fn(async () => {}), navigate: vi.fn(async (_: string) => {}) }
}

/** A push subscription of a browser, with a spy for `unsubscribe`. */
function subscriptionAt(endpoint: string) {
  const unsubscribe = vi.fn(async () => true)
  const options = { applicationServerKey: new ArrayBuffer(65), userVisibleOnly: true }
  const toJSON = () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } })
  return { endpoint, options, toJSON, unsubscribe } as unknown as PushSubscription
}

function subject({ windows = [], status = 200 }: { windows?: WindowClient[]; status?: number } = {}) {
  const showNotification = vi.fn(async (_title: string, _options: object) => {})
  const openWindow = vi.fn(async (_: string) => {})
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}', { status }))
  const made = subscriptionAt('https://push.example.com/new')
  const pushManager = { getSubscription: vi.fn(async () => made), subscribe: vi.fn(async () => made) }
  const notices = createAlertNotices({
    registration: { showNotification, pushManager },
    clients: { matchAll: async () => windows, openWindow },
    fetch,
    origin,
  })
  return { notices, showNotification, openWindow, fetch, made, pushManager }
}

test('shows the title and text of a message, and replaces an older alert of the same search', async () => {
  const { notices, showNotification } = subject()
  await notices.show(JSON.stringify(notice))
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    notice.title,
    expect.objectContaining({ body: '13 Feb', tag: search, renotify: true, lang: 'en', data: { path } }),
  )
})

test.each([
  undefined,
  '',
  'null',
  '[]',
  '{',
  JSON.stringify({ ...notice, path: 'https://evil.example/' }),
  JSON.stringify({ ...notice, path: '//evil.example/trips' }),
  JSON.stringify({ ...notice, path: '/account' }),
  JSON.stringify({ ...notice, path: `${path}/../account` }),
  JSON.stringify({ ...notice, path: 'javascript:alert(1)' }),
  JSON.stringify({ ...notice, tag: 'other' }),
  JSON.stringify({ ...notice, title: '' }),
  JSON.stringify({ ...notice, title: { toString: 'x' } }),
  JSON.stringify({ ...notice, body: 'x'.repeat(301) }),
  JSON.stringify({ ...notice, language: '"><script>' }),
])('the invalid message %s is shown without its content, and opens the saved trips', async (message) => {
  const { notices, showNotification } = subject()
  await notices.show(message)
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('travel.aw', {
    icon: '/app-icon/192',
    data: { path: '/trips' },
  })
})

test('a notification click opens the alert in the window with the saved trips, not in other windows', async () => {
  const [other, trips] = [windowAt(`${origin}/search/flights`), windowAt(`${origin}/trips#searches`)]
  const { notices, openWindow } = subject({ windows: [windowAt('https://evil.example/trips'), other, trips] })
  await notices.open({ path })
  expect(trips.focus).toHaveBeenCalledOnce()
  expect(trips.navigate).toHaveBeenCalledExactlyOnceWith(`${origin}${path}`)
  expect(other.navigate).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a notification click opens a new window if no window with the saved trips can navigate', async () => {
  const stuck = windowAt(`${origin}/trips`)
  stuck.navigate.mockRejectedValue(new TypeError('not controlled'))
  for (const windows of [[], [stuck]]) {
    const { notices, openWindow } = subject({ windows })
    await notices.open({ path })
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(path)
  }
})

test.each([undefined, null, 'x', {}, { path: 'https://evil.example/' }, { path: '/account' }])(
  'a click on a notification with %j opens only the saved trips',
  async (data) => {
    const { notices, openWindow } = subject()
    await notices.open(data)
    expect(openWindow).toHaveBeenCalledExactlyOnceWith('/trips')
  },
)

test('a changed push endpoint replaces the old endpoint in the app', async () => {
  const { notices, fetch, made, pushManager } = subject()
  await notices.exchange({ oldSubscription: subscriptionAt('https://push.example.com/old') })
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/push-subscriptions')
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
    endpoint: 'https://push.example.com/new',
    keys: { p256dh: 'p', auth: 'a' },
    replaces: 'https://push.example.com/old',
  })
  expect(made.unsubscribe).not.toHaveBeenCalled()
})

test('a changed push endpoint that the app refuses is unsubscribed', async () => {
  const { notices, made, pushManager } = subject({ status: 404 })
  const [oldSubscription, newSubscription] = [subscriptionAt('https://push.example.com/old'), made]
  await notices.exchange({ oldSubscription, newSubscription })
  expect(pushManager.subscribe).not.toHaveBeenCalled()
  expect(made.unsubscribe).toHaveBeenCalledOnce()
})

test('ending the notices unsubscribes the browser', async () => {
  const { notices, made } = subject()
  await notices.end()
  expect(made.unsubscribe).toHaveBeenCalledOnce()
})
