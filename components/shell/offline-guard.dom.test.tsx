import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { OfflineGuard } from './offline-guard.tsx'

const page = document.documentElement

afterEach(() => {
  document.getElementById('kept-note')?.remove()
  delete page.dataset.keptAt
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A page of a site that does not answer. `isCopy`: a saved copy; else the page was open when the connection ended. */
function open({ saysOnline = false, answers = false, hasWorker = true, isCopy = false }) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(saysOnline)
  const site = { answers }
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (!site.answers) throw new TypeError('Failed to fetch')
    return new Response()
  })
  vi.stubGlobal('fetch', fetch)
  const serviceWorker = { controller: hasWorker ? {} : null }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  const note = document.createElement('div')
  note.id = 'kept-note'
  if (isCopy) {
    page.dataset.keptAt = '1795183500000'
    note.append('Saved 20 Nov 2026; you are offline.')
  }
  document.body.append(note)
  const saved = (
    <a href="/offline" data-kept>
      Saved pages
    </a>
  )
  const onSubmit = vi.fn<(submitter: HTMLElement | null) => void>()
  render(
    <>
      <OfflineGuard
        offline="You are offline."
        attempted="This needs a connection."
        unreached="The site could not be reached."
        saved={saved}
      />
      <a href="/trips">Trips</a>
      <a href="#main">Skip</a>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null)
        }}
      >
        <button type="submit">Search</button>
      </form>
    </>,
  )
  return { site, fetch, onSubmit }
}

/** Presses a link. Returns the presses that the guard lets through to the browser, which cannot open pages here. */
function press(name: string, how: MouseEventInit = {}): MouseEvent[] {
  const opened: MouseEvent[] = []
  const listener = (event: MouseEvent) => {
    opened.push(event)
    event.preventDefault()
  }
  document.addEventListener('click', listener)
  ending.push(() => document.removeEventListener('click', listener))
  fireEvent.click(screen.getByRole('link', { name }), how)
  return opened
}
const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

const savedLink = () => screen.queryByRole('link', { name: 'Saved pages' })

test('offline, an open tab links to the saved pages, also after a link that needs a connection', async () => {
  open({})
  await screen.findByText('You are offline.')
  expect(press('Saved pages')).toHaveLength(1)
  expect(press('Trips')).toEqual([])
  await screen.findByText('This needs a connection.')
  expect(press('Saved pages')).toHaveLength(1)
  expect(press('Skip')).toHaveLength(1)
})

test('without a service worker, which alone can open them, there is no link to the saved pages', async () => {
  open({ hasWorker: false })
  await screen.findByText('You are offline.')
  expect(savedLink()).toBeNull()
})

test('on a saved copy, whose note has the link, the guard adds no second one', async () => {
  open({ isCopy: true })
  expect(press('Trips')).toEqual([])
  await screen.findByText('This needs a connection.')
  expect(savedLink()).toBeNull()
})

test('on a saved copy, a link is held although the browser says that it is online, until the site answers', async () => {
  const { site } = open({ isCopy: true, saysOnline: true })
  expect(press('Trips')).toEqual([])
  await screen.findByText('The site could not be reached.')
  site.answers = true
  const opened = press('Trips', { ctrlKey: true })
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]?.ctrlKey).toBe(true)
  await waitFor(() => expect(screen.queryByText('The site could not be reached.')).toBeNull())
})

test('on a saved copy, a form is held until the site answers, and is then sent with its button', async () => {
  const { site, onSubmit } = open({ isCopy: true, saysOnline: true })
  const search = screen.getByRole('button', { name: 'Search' })
  fireEvent.click(search)
  await screen.findByText('The site could not be reached.')
  expect(onSubmit).not.toHaveBeenCalled()
  site.answers = true
  fireEvent.click(search)
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith(search))
})

test('a site that answers, as on the same machine, works although the browser says that it is offline', async () => {
  const { fetch } = open({ answers: true })
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  const opened = press('Trips')
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(screen.queryByText('You are offline.')).toBeNull()
  expect(screen.queryByText('This needs a connection.')).toBeNull()
})
