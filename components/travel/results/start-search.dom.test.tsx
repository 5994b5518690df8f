import { runInThisContext } from 'node:vm'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchOrTakeEarly } from '#lib/travel/client/early-search.ts'
import { StartSearch } from './start-search.tsx'

/** Runs the script in a page that names this search. Returns the requests. */
function open(search?: string) {
  const fetch = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('answer'))
  document.body.innerHTML = search === undefined ? '<main></main>' : `<main data-search="${search}"></main>`
  const template = document.createElement('template')
  template.innerHTML = renderToStaticMarkup(<StartSearch nonce="n" />)
  runInThisContext(template.content.querySelector('script')?.textContent ?? '')
  return () => fetch.mock.calls.map(([address]) => address)
}

afterEach(() => {
  delete window.earlySearch
  delete window.startSearch
  document.body.innerHTML = ''
})

const { signal } = new AbortController()

test('the search of a page is requested before its scripts, as they would, and they take its answer', async () => {
  const asked = open('/api/search/flights?origin=SEA')
  const answer = await fetchOrTakeEarly('/api/search/flights?origin=SEA', { signal })
  expect(await answer.text()).toBe('answer')
  expect(asked()).toEqual(['/api/search/flights?origin=SEA'])
  expect(vi.mocked(window.fetch).mock.lastCall?.[1]).toMatchObject({ method: 'POST', cache: 'no-store' })
})

test('the search of a form is requested at its start, and ends an earlier one that no page has taken', async () => {
  const asked = open()
  expect(asked()).toEqual([])
  window.startSearch?.('/api/search/flights?origin=AMS')
  const earlier = window.earlySearch?.abort.signal
  window.startSearch?.('/api/search/flights?origin=SEA')
  expect(earlier?.aborted).toBe(true)
  const answer = await fetchOrTakeEarly('/api/search/flights?origin=SEA', { signal })
  expect(await answer.text()).toBe('answer')
  expect(asked()).toEqual(['/api/search/flights?origin=AMS', '/api/search/flights?origin=SEA'])
})
