import { runInThisContext } from 'node:vm'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchOrTakeEarly } from '#lib/travel/client/search-query.ts'
import { StartSearch } from '../inline-script.tsx'

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

test('the search that a page names is requested at once, and its scripts take the answer', async () => {
  const asked = open('/api/search/flights?origin=SEA')
  const answer = await fetchOrTakeEarly('/api/search/flights?origin=SEA', { signal })
  expect(await answer.text()).toBe('answer')
  expect(asked()).toEqual(['/api/search/flights?origin=SEA'])
  expect(vi.mocked(window.fetch).mock.lastCall?.[1]).toMatchObject({ method: 'POST', cache: 'no-store' })
})

test('the search of a form ends another one that no page has taken, and begins once for two presses', async () => {
  const asked = open()
  expect(asked()).toEqual([])
  window.startSearch?.('/api/search/flights?origin=AMS')
  const earlier = window.earlySearch?.abort.signal
  window.startSearch?.('/api/search/flights?origin=SEA')
  expect(earlier?.aborted).toBe(true)
  window.startSearch?.('/api/search/flights?origin=SEA')
  const answer = await fetchOrTakeEarly('/api/search/flights?origin=SEA', { signal })
  expect(await answer.text()).toBe('answer')
  expect(asked()).toEqual(['/api/search/flights?origin=AMS', '/api/search/flights?origin=SEA'])
})

test('a search that failed before a page took it is requested by the page', async () => {
  const asked = open()
  vi.mocked(window.fetch).mockRejectedValueOnce(new TypeError('network'))
  window.startSearch?.('/api/search/flights?origin=SEA')
  await expect(window.earlySearch?.answer).rejects.toThrow('network')
  const answer = await fetchOrTakeEarly('/api/search/flights?origin=SEA', { signal })
  expect(await answer.text()).toBe('answer')
  expect(asked()).toHaveLength(2)
})
