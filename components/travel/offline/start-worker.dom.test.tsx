import { runInThisContext } from 'node:vm'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { StartWorker } from './start-worker.tsx'

const page = document.documentElement
const atMs = Date.parse('2026-11-20T12:00:00Z')
let isOnline = true
/** Ends the listeners of a page, because all tests share one window. */
let closing = new AbortController()

/** Runs the script as on a page of Ana, or on its saved copy. Returns what it tells the worker, and its note. */
async function open({
  isCopy,
  path = '/trips',
  isFirst = false,
}: {
  isCopy: boolean
  path?: string
  isFirst?: boolean
}) {
  history.replaceState(null, '', path)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  const told: unknown[] = []
  const active = { postMessage: (message: unknown) => told.push(message) }
  const worker = {
    controller: isFirst ? null : {},
    register: vi.fn(async () => ({})),
    ready: Promise.resolve({ active }),
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  page.dataset.viewer = 'ana'
  if (isCopy) page.dataset.keptAt = `${atMs}`
  const note = document.createElement('div')
  note.id = 'kept-note'
  Object.assign(note.dataset, { locale: 'en-GB', pages: 'Saved pages' })
  Object.assign(note.dataset, { offline: 'Saved {at}; you are offline.', unreached: 'Saved {at}; not reached.' })
  document.body.append(note)
  const add = globalThis.addEventListener
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => add(type, listener, { signal: closing.signal }),
  )
  runInThisContext(renderToStaticMarkup(<StartWorker nonce={undefined} />).replaceAll(/<\/?script>/g, ''))
  dispatchEvent(new Event('load'))
  await pause()
  return { told, note, register: worker.register }
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

/** The connection ends or is back. */
function connect(isBack: boolean) {
  isOnline = isBack
  dispatchEvent(new Event(isBack ? 'online' : 'offline'))
}

/** As the router does after a press on a link. */
async function leaveFor(path: string) {
  history.pushState(null, '', path)
  document.title = path
  await pause()
}

afterEach(() => {
  closing.abort()
  closing = new AbortController()
  document.getElementById('kept-note')?.remove()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  for (const name of ['viewer', 'keptAt']) delete page.dataset[name]
  history.replaceState(null, '', '/')
  isOnline = true
})

test('tells the worker whose page it is, and a change of user', async () => {
  const { told, note, register } = await open({ isCopy: false })
  expect(register).toHaveBeenCalledOnce()
  expect(told).toEqual([{ viewer: 'ana' }])
  page.dataset.viewer = ''
  await pause()
  expect(told).toEqual([{ viewer: 'ana' }, { viewer: '' }])
  expect(note.textContent).toBe('')
})

test.each([
  ['a press', new Event('pointerdown')],
  ['a key', new Event('keydown')],
])('%s on the first page starts the worker at once, so that it keeps the first search', async (_, use) => {
  const { register } = await open({ isCopy: false, isFirst: true })
  expect(register).not.toHaveBeenCalled()
  dispatchEvent(use)
  expect(register).toHaveBeenCalledOnce()
})

test('the page that registers the worker passes the answer of its search on', async () => {
  const response = new Response('lines', { headers: { 'content-type': 'application/x-ndjson' } })
  window.earlySearch = { address: '/api/search/flights?a=1', answer: Promise.resolve(response), abort: closing }
  const { told } = await open({ isCopy: false, isFirst: true })
  expect(await response.text()).toBe('lines')
  dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(told).toHaveLength(2))
  const headers = [['content-type', 'application/x-ndjson']]
  expect(told[1]).toMatchObject({ viewer: 'ana', first: { address: '/api/search/flights?a=1', headers } })
  delete window.earlySearch
})

test('under a worker, which has seen the search, the page passes nothing on', async () => {
  window.earlySearch = { address: '/api/search/flights?a=1', answer: Promise.resolve(new Response()), abort: closing }
  const { told } = await open({ isCopy: false })
  expect(told).toEqual([{ viewer: 'ana' }])
  delete window.earlySearch
})

test('a saved copy tells the worker that its user has signed out, but not for whom it was saved', async () => {
  isOnline = false
  const { told } = await open({ isCopy: true })
  expect(told).toEqual([])
  connect(true)
  page.dataset.viewer = ''
  await pause()
  expect(told).toEqual([{ viewer: '' }])
})

test('a saved copy keeps its date when the connection is back', async () => {
  isOnline = false
  const { note } = await open({ isCopy: true })
  expect(note.textContent).toMatch(/^Saved 20 Nov 2026, \d\d:\d\d; you are offline\. Saved pages$/)
  connect(true)
  expect(note.textContent).toMatch(/^Saved 20 Nov 2026, \d\d:\d\d; not reached\. Saved pages$/)
  connect(false)
  expect(note.textContent).toContain('; you are offline.')
})

test('the note of a saved copy is not on the next page, and is back on Back', async () => {
  const { note } = await open({ isCopy: true })
  await leaveFor('/hotels')
  expect(note.textContent).toBe('')
  await leaveFor('/trips')
  expect(note.textContent).toContain('not reached')
})

test('a new search on saved results ends the note', async () => {
  const { note } = await open({ isCopy: true, path: '/search/flights?origin=AMS' })
  expect(note.textContent).toContain('not reached')
  dispatchEvent(new Event('submit'))
  await leaveFor('/search/flights?origin=AUA')
  expect(note.textContent).toBe('')
})
