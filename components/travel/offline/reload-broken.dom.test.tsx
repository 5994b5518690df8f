import { runInThisContext } from 'node:vm'
import { screen, within } from '@testing-library/dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ReloadBroken } from './reload-broken.tsx'

const file = 'https://travel.example/_next/static/chunks/main.js'
const dropped = { name: file, responseStatus: 0 }
const loaded = { name: file, responseStatus: 200 }

/** Ends the listeners of a page. All tests share one window, those of other files too. */
let closing = new AbortController()
let isOnline = true

/** Runs the script on a page with these requests. Returns how often it has reloaded the page. */
function open(files: readonly object[], type = 'navigate') {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('performance', {
    now: Date.now,
    getEntriesByType: (kind: string) => (kind === 'navigation' ? [{ type }] : files),
  })
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  const add = globalThis.addEventListener
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (event: string, listener: EventListenerOrEventListenerObject) => add(event, listener, { signal: closing.signal }),
  )
  document.body.innerHTML = renderToStaticMarkup(
    <ReloadBroken nonce={undefined} broken="It is not complete." reload="Reload" />,
  )
  runInThisContext(document.querySelector('script')?.textContent ?? '')
  return reload
}

/** The notice with its button, if it is shown. */
const notice = () => screen.queryByRole('alert')

const load = () => dispatchEvent(new Event('load'))

afterEach(() => {
  closing.abort()
  document.body.replaceChildren()
  closing = new AbortController()
  isOnline = true
})

test.each([
  ['was dropped', dropped],
  ['is not on the server', { name: file, responseStatus: 404 }],
])('reloads a page with a script that %s', (_, failed) => {
  const reload = open([failed, { name: `${file}?other`, responseStatus: 200 }])
  expect(reload).not.toHaveBeenCalled()
  load()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['all scripts', [loaded]],
  ['a script that loaded when it was requested again', [dropped, loaded]],
  ['a picture that failed', [{ name: 'https://travel.example/api/photo', responseStatus: 502 }]],
  ['scripts whose state the browser does not tell', [{ name: file }]],
])('leaves a page alone with %s', (_, files) => {
  const reload = open(files)
  load()
  expect(reload).not.toHaveBeenCalled()
  expect(notice()).toBeNull()
})

test('reloads once: on a page that misses a script after the reload too, a button does it', () => {
  const reload = open([dropped], 'reload')
  load()
  expect(reload).not.toHaveBeenCalled()
  within(notice() ?? document.body)
    .getByRole('button', { name: 'Reload' })
    .click()
  expect(reload).toHaveBeenCalledOnce()
})

test('never reloads what somebody has typed away, and shows a notice with a button that does', () => {
  const reload = open([dropped])
  dispatchEvent(new Event('input'))
  expect(notice()).toBeNull()
  load()
  expect(reload).not.toHaveBeenCalled()
  expect(notice()?.textContent).toContain('It is not complete.')
  within(notice() ?? document.body)
    .getByRole('button', { name: 'Reload' })
    .click()
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection, reloads only when it is back', () => {
  isOnline = false
  const reload = open([dropped])
  load()
  expect(reload).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledOnce()
})
