import * as z from 'zod'
import { withDatabase } from '../../e2e/support/database.ts'
import { linesOf } from '../../e2e/support/stream.ts'
import { flightProduct } from '../../lib/travel/model/flights/same-flight.ts'
import { FlightResult } from '../../runner/contract/capabilities/flight-result.ts'
import type { GuestSession } from './guest-session.ts'
import type { OpenApp } from './open-app.ts'

/** Ids of records that have a page. */
export type PageRecords = { readonly execution: string; readonly confirmation: string; readonly profile: string }

/** Searches flights, saves the search and one flight, lets a skill ask for a confirmation, and creates a profile. */
export async function createPageRecords(app: OpenApp, session: GuestSession, search: string): Promise<PageRecords> {
  await saveFlight(app.url, session, search)
  const execution = await withDatabase(
    (db) => db.execution.findFirstOrThrow({ where: { skill: 'flight-search' }, orderBy: { startedAt: 'desc' } }),
    app.databaseUrl,
  )
  return {
    execution: execution.id,
    confirmation: await askForConfirmation(app.url, session),
    profile: await createProfile(app),
  }
}

async function saveFlight(url: string, session: GuestSession, search: string): Promise<void> {
  const answer = await fetch(`${url}/api/search/flights?${search}`, { headers: session })
  const outputs = linesOf(await answer.text()).flatMap((line) => (line.type === 'answer' ? [line.output] : []))
  const flight = FlightResult.parse(outputs.flatMap((output) => ('results' in output ? output.results : []))[0])
  const wanted = {
    kind: 'flights',
    skill: 'flight-search',
    search,
    offer_id: flight.id,
    product: flightProduct(flight),
  }
  await post(`${url}/api/trips`, session, wanted)
  await post(`${url}/api/saved-searches`, session, { kind: 'flights', search })
}

const Asked = z.object({ confirmation: z.object({ id: z.string() }) })

async function askForConfirmation(url: string, session: GuestSession): Promise<string> {
  const params = { message: 'We land at half past three.' }
  const asked = await post(
    `${url}/api/skills/invoke`,
    session,
    { skill: 'send-message', input: { action: 'send_message', params } },
    409,
  )
  return Asked.parse(asked).confirmation.id
}

/** Creates a profile as an agent on this machine does. */
async function createProfile({ url, databaseUrl }: OpenApp): Promise<string> {
  await post(
    `${url}/profiles`,
    { 'x-forwarded-for': '127.0.0.1' },
    {
      description: 'Books meeting rooms',
      keys: [{ name: 'ROOMS_KEY', description: 'The key of the room service' }],
      hosts: ['rooms.example.com'],
    },
  )
  return (await withDatabase((db) => db.profile.findFirstOrThrow(), databaseUrl)).id
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  status = 201,
): Promise<unknown> {
  const { origin } = new URL(url)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== status) throw new Error(`${url} failed: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
