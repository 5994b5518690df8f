import { withDatabase } from '../e2e/support/database.ts'
import { addDays } from '../lib/travel/offset-time.ts'
import { findFreePort } from '../scripts/free-port.ts'
import type { Measurement } from './measure.ts'
import { openBrowser } from './web/browser.ts'
import { searchPath } from './web/cached-search.ts'
import { type GuestSession, startGuestSession } from './web/guest-session.ts'
import { lighthouseScores } from './web/lighthouse.ts'
import { openApp } from './web/open-app.ts'

const daysAhead = 45
const flights = searchPath('SEA', 'NRT', daysAhead)
const checkIn = addDays(new Date().toISOString().slice(0, 10), daysAhead)
const stay = { place: 'LIS', check_in: checkIn, check_out: addDays(checkIn, 4), currency: 'EUR' }
const paths = [
  '/',
  '/hotels',
  flights.replace('/api', ''),
  `/search/hotels?${new URLSearchParams(stay)}`,
  '/trips',
  '/account',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/operator',
  '/credits',
  '/offline',
  '/console',
  '/console/executions',
  '/console/profiles',
  '/console/credentials',
  '/console/skills',
  '/console/skills/flight-search',
  '/console/agents',
  '/console/messages',
  '/console/audit',
]

/** Measures Lighthouse's scores of every page, as an operator sees it after a first search. */
export async function pages(): Promise<Measurement[]> {
  await using app = await openApp()
  const session = await startGuestSession(app.url, '10.2.0.1')
  await becomeOperator(app, session)
  await (await fetch(`${app.url}${flights}`, { headers: session })).text()
  const port = await findFreePort()
  await using browser = await openBrowser(port)
  const lines: Measurement[] = []
  const execution = await latestExecution(app.databaseUrl)
  for (const path of [...paths, `/console/executions/${execution}`]) {
    const subject = path.replace(/\?.*/, '').replace(execution, 'ID')
    const audited = { bench: 'pages', subject, url: `${app.url}${path}`, session }
    lines.push(...(await lighthouseScores(audited, browser, port)))
  }
  return lines
}

async function latestExecution(databaseUrl: string): Promise<string> {
  const found = await withDatabase((db) => db.execution.findFirst({ orderBy: { startedAt: 'desc' } }), databaseUrl)
  if (found === null) throw new Error('the search has no execution')
  return found.id
}

async function becomeOperator(app: { url: string; databaseUrl: string }, session: GuestSession): Promise<void> {
  const { user } = await (await fetch(`${app.url}/api/auth/session`, { headers: session })).json()
  const account = { email: 'operator@example.com', role: 'operator', isGuest: false, guestExpiresAt: null } as const
  await withDatabase((db) => db.user.update({ where: { id: String(user.id) }, data: account }), app.databaseUrl)
}
