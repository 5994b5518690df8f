import { addDays } from '../lib/travel/model/offset-time.ts'
import { findFreePort } from '../scripts/free-port.ts'
import type { Measurement } from './measure.ts'
import { timesLines } from './measure.ts'
import { ascending } from './statistics.ts'
import { openBrowser } from './web/browser.ts'
import { cachedSearch, searchPath } from './web/cached-search.ts'
import { filtering, longLists } from './web/filtering.ts'
import { firstCard } from './web/first-card.ts'
import { startGuestSession } from './web/guest-session.ts'
import { lighthouseScores } from './web/lighthouse.ts'
import { openApp } from './web/open-app.ts'
import { firstLoad } from './web/page-speed.ts'
import { searchOnce } from './web/search-once.ts'

const rounds = 8
const floodDestinations = ['JFK', 'LHR', 'MAD', 'CDG'] as const
const floodDays = 60

/**
 * Measures new searches of a guest: alone, and from the moment at which another guest sends 240 different ones at once.
 */
async function besideAFlood(url: string): Promise<Measurement[]> {
  const flooder = await startGuestSession(url, '10.3.0.1')
  const other = await startGuestSession(url, '10.3.0.2')
  let day = 100
  const search = async () => {
    const started = performance.now()
    await searchOnce(url, searchPath('SYD', 'SIN', day++), other)
    return performance.now() - started
  }
  const searchOften = async () => {
    const times: number[] = []
    while (times.length < rounds) times.push(await search())
    return times.sort(ascending)
  }
  await search()
  const alone = await searchOften()
  const flood = floodDestinations.flatMap((destination) =>
    Array.from({ length: floodDays }, (_, at) => searchOnce(url, searchPath('AMS', destination, 5 + at), flooder)),
  )
  const beside = await searchOften()
  await Promise.all(flood)
  const one = { bench: 'web', subject: 'new search' }
  return [...timesLines({ ...one, of: 'alone' }, alone), ...timesLines({ ...one, of: 'beside a flood' }, beside)]
}

/**
 * Measures the app as travelers use it: its pages in Chromium without throttling, its cached answers under load, and
 * new searches beside a flood.
 */
export async function web(): Promise<Measurement[]> {
  await using app = await openApp()
  const lines = await cachedSearch(app.url)
  const port = await findFreePort()
  await using browser = await openBrowser(port)
  const session = await startGuestSession(app.url, '10.2.0.1')
  const date = addDays(new Date().toISOString().slice(0, 10), 45)
  const results = `${app.url}/search/flights?${new URLSearchParams({ origin: 'SEA', destination: 'NRT', date })}`
  const stay = { place: 'LIS', check_in: date, check_out: addDays(date, 4), currency: 'EUR' }
  const hotels = `${app.url}/search/hotels?${new URLSearchParams(stay)}`
  const home = `${app.url}/`

  lines.push(
    ...(await firstLoad(browser, 'home', home, session, (page) => page.getByRole('heading', { level: 1 }).waitFor())),
    ...(await firstLoad(browser, 'results', results, session, (page) => page.getByRole('article').first().waitFor())),
    ...(await firstLoad(browser, 'hotel results', hotels, session, (page) =>
      page.getByRole('article').first().waitFor(),
    )),
    ...(await firstCard(browser, app.url, session)),
  )
  for (const list of longLists) lines.push(...(await filtering(browser, app.url, session, list)))
  for (const [subject, url] of Object.entries({ home, results, 'hotel results': hotels })) {
    lines.push(...(await lighthouseScores({ bench: 'web', subject, url, session }, browser, port)))
  }
  lines.push(...(await besideAFlood(app.url)))
  return lines
}
