import { addDays } from '../lib/travel/model/offset-time.ts'
import { findFreePort } from '../scripts/free-port.ts'
import type { Measurement } from './measure.ts'
import { becomeOperator } from './web/become-operator.ts'
import { openBrowser } from './web/browser.ts'
import { searchPath } from './web/cached-search.ts'
import { startGuestSession } from './web/guest-session.ts'
import { lighthouseScores } from './web/lighthouse.ts'
import { openApp } from './web/open-app.ts'
import { createPageRecords, type PageRecords } from './web/page-records.ts'

const daysAhead = 45
const dayIn = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days)
const flights = searchPath('SEA', 'NRT', daysAhead)
const severalCities = {
  origin: 'AMS',
  destination: 'NYC',
  date: dayIn(daysAhead),
  onward: `NYC-AUA-${dayIn(daysAhead + 4)},AUA-AMS-${dayIn(daysAhead + 10)}`,
}
const stay = { place: 'LIS', check_in: dayIn(daysAhead), check_out: dayIn(daysAhead + 4), currency: 'EUR' }

/** The paths of all kinds of page by their names in the output. */
const paths = (records: PageRecords): Readonly<Record<string, string>> => ({
  '/': '/',
  '/hotels': '/hotels',
  '/search/flights': flights.replace('/api', ''),
  '/search/flights, several cities': `/search/flights?${new URLSearchParams(severalCities)}`,
  '/search/hotels': `/search/hotels?${new URLSearchParams(stay)}`,
  '/trips': '/trips',
  '/profile': '/profile',
  '/confirm': '/confirm',
  '/confirm/ID': `/confirm/${records.confirmation}`,
  '/account': '/account',
  '/sign-in': '/sign-in',
  '/sign-up': '/sign-up',
  '/reset-password': '/reset-password',
  '/confirm-email': '/confirm-email',
  '/unsubscribe': '/unsubscribe',
  '/operator': '/operator',
  '/credits': '/credits',
  '/docs': '/docs',
  '/offline': '/offline',
  '/console': '/console',
  '/console/executions': '/console/executions',
  '/console/executions/ID': `/console/executions/${records.execution}`,
  '/console/profiles': '/console/profiles',
  '/console/profiles/ID': `/console/profiles/${records.profile}`,
  '/console/credentials': '/console/credentials',
  '/console/people': '/console/people',
  '/console/cost': '/console/cost',
  '/console/backups': '/console/backups',
  '/console/system': '/console/system',
  '/console/skill-sources': '/console/skill-sources',
  '/console/skills': '/console/skills',
  '/console/skills/NAME': '/console/skills/flight-search',
  '/console/agents': '/console/agents',
  '/console/messages': '/console/messages',
  '/console/audit': '/console/audit',
})

/**
 * Measures Lighthouse's scores of every page, as an operator sees it who has searched and saved something.
 *
 * @param only the names of some pages; empty: all
 */
export async function pages(only: readonly string[] = []): Promise<Measurement[]> {
  await using app = await openApp()
  const session = await startGuestSession(app.url, '10.2.0.1')
  await becomeOperator(app, session)
  const records = await createPageRecords(app, session, flights.replace(/.*\?/, ''))
  const port = await findFreePort()
  await using browser = await openBrowser(port)
  const lines: Measurement[] = []
  for (const [subject, path] of Object.entries(paths(records))) {
    if (only.length > 0 && !only.includes(subject)) continue
    lines.push(
      ...(await lighthouseScores({ bench: 'pages', subject, url: `${app.url}${path}`, session }, browser, port)),
    )
  }
  return lines
}
