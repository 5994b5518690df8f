import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { KeptPageList } from './kept-page-list.tsx'

const dayMs = 24 * 60 * 60_000

/** A browser whose saved pages have these titles and ages in days. */
function keep(pages: Record<string, number>) {
  const kept = Object.entries(pages).map(([title, days]) => ({
    path: `/search/flights?${title}`,
    title,
    atMs: Date.now() - days * dayMs,
  }))
  const offline = { path: '/offline', title: 'Saved pages', atMs: Date.now() }
  vi.stubGlobal('caches', { match: async () => Response.json({ viewer: 'ana', pages: [...kept, offline] }) })
}

test('lists only the saved pages that are less than a week old', async () => {
  keep({ Seattle: 6.9, Aruba: 7.1 })
  render(<KeptPageList />)
  expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual(['Seattle'])
})

test('says that no page is saved if every saved page is too old', async () => {
  keep({ Aruba: 8 })
  render(<KeptPageList />)
  expect(await screen.findByText(/^No page is saved in this browser yet/)).toBeDefined()
})

test('tells searches of one route apart by their days', async () => {
  keep({
    'origin=AMS&destination=AUA&date=2027-02-13': 0,
    'origin=AMS&destination=AUA&date=2027-02-13&return_date=2027-02-21': 0,
    'origin=AMS&destination=AUA&date=2027-02-13&onward=AUA-CUR-2027-02-20&onward=CUR-AMS-2027-03-02': 0,
    'place=LIS&check_in=2027-01-08&check_out=2027-01-12': 0,
    'date=soon': 0,
  })
  render(<KeptPageList />)
  const lines = (await screen.findAllByRole('listitem')).map(
    (item) => item.querySelector('span')?.firstChild?.textContent ?? '',
  )
  expect(lines.slice(0, 4)).toEqual(['Sat 13 Feb 2027', '13–21 Feb 2027', '13 Feb – 2 Mar 2027', '8–12 Jan 2027'])
  expect(lines[4]).toMatch(/^saved /)
})
