import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { OfflineGuard } from './offline-guard.tsx'

afterEach(() => {
  document.getElementById('kept-note')?.remove()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.restoreAllMocks()
})

/** A page that was open when the connection ended. */
function goOffline({ hasWorker = true, isCopy = false }) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const serviceWorker = { controller: hasWorker ? {} : null }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  const note = document.createElement('div')
  note.id = 'kept-note'
  note.append(...(isCopy ? ['Saved 20 Nov 2026; you are offline.'] : []))
  document.body.append(note)
  const saved = (
    <a href="/offline" data-kept>
      Saved pages
    </a>
  )
  render(
    <>
      <OfflineGuard offline="You are offline." attempted="This needs a connection." saved={saved} />
      <a href="/trips">Trips</a>
      <a href="#main">Skip</a>
    </>,
  )
}

/** Whether the guard lets a press on a link through to the browser, which cannot open pages here. */
function opens(name: string): boolean {
  let isOpened = false
  const open = (event: Event) => {
    isOpened = true
    event.preventDefault()
  }
  document.addEventListener('click', open, { once: true })
  fireEvent.click(screen.getByRole('link', { name }))
  document.removeEventListener('click', open)
  return isOpened
}

const savedLink = () => screen.queryByRole('link', { name: 'Saved pages' })

test('offline, an open tab links to the saved pages, also after a link that needs a connection', () => {
  goOffline({})
  expect(screen.getByText('You are offline.')).toBeDefined()
  expect(opens('Saved pages')).toBe(true)
  expect(opens('Trips')).toBe(false)
  expect(screen.getByText('This needs a connection.')).toBeDefined()
  expect(opens('Saved pages')).toBe(true)
  expect(opens('Skip')).toBe(true)
})

test('without a service worker, which alone can open them, there is no link to the saved pages', () => {
  goOffline({ hasWorker: false })
  expect(screen.getByText('You are offline.')).toBeDefined()
  expect(savedLink()).toBeNull()
})

test('on a saved copy, whose note has the link, the guard adds no second one', () => {
  goOffline({ isCopy: true })
  expect(opens('Trips')).toBe(false)
  expect(screen.getByText('This needs a connection.')).toBeDefined()
  expect(savedLink()).toBeNull()
})
