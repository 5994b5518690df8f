import { createHash } from 'node:crypto'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { PushSwitch } from './push-switch.tsx'

const endpoint = 'https://push.example.com/1'
const own = createHash('sha256').update(endpoint).digest('hex')
const off = 'This browser can show a notification when a price falls, even while the app is closed.'
const on = 'This browser shows a notification when a price falls, while you are signed in here.'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

interface Browser {
  /** The browser’s notification permission before the prompt. `answer`: the person’s answer to the prompt. */
  permission?: NotificationPermission
  answer?: NotificationPermission
  isSubscribed?: boolean
  /** The browser fails to unsubscribe. */
  isStuck?: boolean
  status?: number
}

function browserWith(given: Browser = {}) {
  const { permission = 'default', answer = 'granted', isSubscribed = false, isStuck = false, status = 200 } = given
  const calls: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    calls.push([`${method} ${url}`, body && JSON.parse(String(body))])
    return new Response('{"browsers":1}', { status })
  })
  const requestPermission = vi.fn(async () => answer)
  vi.stubGlobal('Notification', { permission, requestPermission })
  vi.stubGlobal('PushManager', class {})
  const keys = { p256dh: 'p', auth: 'a' }
  let subscribed = isSubscribed
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      if (isStuck) throw new Error('stuck')
      subscribed = false
      return true
    },
  }
  const subscribe = vi.fn(async (_: object) => {
    subscribed = true
    return subscription
  })
  const pushManager = { getSubscription: async () => (subscribed ? subscription : null), subscribe }
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  })
  return { calls, requestPermission, subscribe, isSubscribed: () => subscribed }
}

const show = (...browsers: string[]) => render(<PushSwitch push={{ publicKey: 'key', browsers, failing: [] }} />)
const toggle = () => screen.findByRole('switch', { name: 'Notifications in this browser' })

test('in a browser without notifications, the page says so and has no switch', async () => {
  show()
  expect(await screen.findByText(/^This browser cannot show notifications of this app\./)).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('asks for permission only after a press, and that press turns the alerts on', async () => {
  const { requestPermission, subscribe, calls } = browserWith()
  show()
  const button = await toggle()
  expect(button.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText(off)).toBeDefined()
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(await screen.findByText(on)).toBeDefined()
  expect(button.getAttribute('aria-checked')).toBe('true')
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  expect(calls).toEqual([['POST /api/push-subscriptions', { endpoint, keys: { p256dh: 'p', auth: 'a' } }]])
})

test('a press on the switch while it is on unsubscribes in the browser and in the app', async () => {
  const { calls, isSubscribed } = browserWith({ permission: 'granted', isSubscribed: true })
  show(own)
  await userEvent.click(await toggle())
  expect(await screen.findByText(off)).toBeDefined()
  expect(isSubscribed()).toBe(false)
  expect(calls).toEqual([[`DELETE /api/push-subscriptions/${own}`, undefined]])
})

test('keeps its space, hidden, until the browser has answered', async () => {
  browserWith()
  show()
  const space = () => document.querySelector('[aria-hidden="true"] .switch')
  expect(space()).not.toBeNull()
  await toggle()
  expect(space()).toBeNull()
})

test('the switch is off if the app has no subscription of this browser for this person', async () => {
  browserWith({ permission: 'granted', isSubscribed: true })
  show()
  expect((await toggle()).getAttribute('aria-checked')).toBe('false')
})

test.each([
  [[own], on],
  [[own, 'b'], `${on} 1 other browser shows them too.`],
  [['b', 'c'], `${off} 2 other browsers show them too.`],
])('with the subscriptions %j, counts the other browsers separately from this one', async (browsers, text) => {
  browserWith({ permission: 'granted', isSubscribed: browsers.includes(own) })
  show(...browsers)
  await toggle()
  expect(document.querySelector('[aria-live="polite"]')?.textContent?.trim()).toBe(text)
})

test('warns that this browser may have missed the last alert, until the traveler turns alerts on again', async () => {
  browserWith({ permission: 'granted', isSubscribed: true })
  render(<PushSwitch push={{ publicKey: 'key', browsers: [own, 'b'], failing: [own] }} />)
  const button = await toggle()
  expect(button.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText(/the last one may not have arrived\..* 1 other browser shows them too\.$/)).toBeDefined()
  await userEvent.click(button)
  expect(await screen.findByText(/^This browser can show/)).toBeDefined()
  await userEvent.click(button)
  expect(await screen.findByText(/^This browser shows/)).toBeDefined()
})

test('does not warn when another browser missed an alert', async () => {
  browserWith({ permission: 'granted', isSubscribed: true })
  render(<PushSwitch push={{ publicKey: 'key', browsers: [own, 'b'], failing: ['b'] }} />)
  await toggle()
  expect(screen.getByText(/^This browser shows/)).toBeDefined()
})

test('if notifications are blocked, before or at the prompt, the page says how to allow them', async () => {
  browserWith({ permission: 'denied' })
  const { unmount } = show()
  expect(await screen.findByText(/^This browser blocks the notifications of this app\. Allow them/)).toBeDefined()
  unmount()
  browserWith({ answer: 'denied' })
  show()
  await userEvent.click(await toggle())
  expect(await screen.findByText(/^This browser blocks/)).toBeDefined()
})

test('closing the permission prompt leaves the switch off, and the page says that permission is needed', async () => {
  browserWith({ answer: 'default' })
  show()
  await userEvent.click(await toggle())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The browser needs your permission\./)
  expect((await toggle()).getAttribute('aria-checked')).toBe('false')
})

test('if the app refuses a subscription, the browser is unsubscribed', async () => {
  const { isSubscribed } = browserWith({ status: 400 })
  show()
  await userEvent.click(await toggle())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That did not work\./)
  expect(isSubscribed()).toBe(false)
})

test('if the browser cannot unsubscribe, the switch stays on and the page shows an error', async () => {
  browserWith({ permission: 'granted', isSubscribed: true, isStuck: true })
  show(own)
  await userEvent.click(await toggle())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That did not work\./)
  expect((await toggle()).getAttribute('aria-checked')).toBe('true')
})
