import * as z from 'zod'
import { addDays } from '../../lib/travel/model/offset-time.ts'
import { host } from '../chaos/provider.ts'
import { offersProgram } from '../jobs/python-programs.ts'
import { routes, searchPath } from '../web/cached-search.ts'
import type { GuestSession } from '../web/guest-session.ts'
import { searchOnce } from '../web/search-once.ts'

export type Clients = {
  readonly url: string
  readonly guests: readonly GuestSession[]
  readonly operator: GuestSession
  /** Tokens of locked profiles that may call the host of scripts. */
  readonly profiles: readonly string[]
}

/** One request of a kind, and how many of them there are in a minute. `at` counts the requests of this kind. */
export type Kind = { readonly perMinute: number; ask(clients: Clients, at: number): Promise<void> }

const places = ['LIS', 'AUA', 'AMS', 'NRT', 'MAD', 'SEA', 'SYD', 'LHR'] as const
const pages = ['', '/executions', '/skills', '/profiles', '/people', '/cost', '/system', '/audit', '/messages'] as const
const daysAhead = 300
/** Repeated searches are of the last ones, which the cache still has. */
const repeatedDays = 4

const dayIn = (days: number) => addDays(new Date().toISOString().slice(0, 10), 10 + (days % daysAhead))
const of = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new RangeError('the list is empty')
  return one
}
const flights = (at: number) => {
  const [origin, destination] = of(routes, at)
  return searchPath(origin, destination, 10 + (Math.floor(at / routes.length) % daysAhead))
}

const javascript = `
  const answer = await (await fetch('https://${host}/read')).json()
  const rows = Array.from({ length: 2000 }, (_, at) => ({ id: at, price: (at * 37) % 900 }))
  console.log(rows.length, JSON.stringify(answer))
  console.log(JSON.stringify(rows.sort((a, b) => a.price - b.price).slice(0, 20)))`
const python = `
import httpx, json
def fetch_offers():
    httpx.get('https://${host}/read').json()
    return json.dumps({'offers': [
        {'id': f'offer-{n}', 'flight': f'KL{100 + n}', 'price': f'USD {180 + n}.00'} for n in range(200)]})
${offersProgram}`
const endless = `for (;;) await fetch('https://${host}/read')`

export const kinds = {
  'new flight search': {
    perMinute: 40,
    ask: ({ url, guests }, at) => searchOnce(url, flights(at), of(guests, at)),
  },
  'repeated flight search': {
    perMinute: 120,
    ask: ({ url, guests }, at) => searchOnce(url, flights(at % (repeatedDays * routes.length)), of(guests, at)),
  },
  'hotel search': {
    perMinute: 5,
    ask: ({ url, guests }, at) => {
      const stay = { place: of(places, at), check_in: dayIn(at), check_out: dayIn(at + 3), currency: 'EUR' }
      return searchOnce(url, `/api/search/hotels?${new URLSearchParams(stay)}`, of(guests, at))
    },
  },
  skill: {
    perMinute: 40,
    async ask({ url, guests }, at) {
      const [origin, destination] = of(routes, at)
      const params = { origin, destination, date: dayIn(at) }
      const body = { skill: 'flight-search', input: { action: 'search_flights', params } }
      await post(`${url}/api/skills/invoke`, of(guests, at), body)
    },
  },
  'script in JavaScript': { perMinute: 120, ask: (clients, at) => runScript(clients, at, 'javascript', javascript) },
  'script in Python': { perMinute: 120, ask: (clients, at) => runScript(clients, at, 'python', python) },
  cancel: {
    perMinute: 10,
    async ask(clients, at) {
      const { execution, headers } = await execute(clients, at, 'javascript', endless)
      await post(`${execution}/cancel`, headers, {})
    },
  },
  'page of the console': {
    perMinute: 30,
    async ask({ url, operator }, at) {
      const answer = await fetch(`${url}/console${of(pages, at)}`, { headers: operator })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
    },
  },
} as const satisfies Record<string, Kind>

type Language = 'javascript' | 'python'

/** Every script is another one, as those of agents are. */
async function runScript(clients: Clients, at: number, language: Language, script: string): Promise<void> {
  const { execution, headers } = await execute(clients, at, language, `${script}\nset_result([${at}])\n`)
  for (;;) {
    const answer = await fetch(`${execution}?wait=20`, { headers })
    const { status } = z.object({ status: z.string() }).parse(await answer.json())
    if (status === 'completed') return
    if (status !== 'pending' && status !== 'running') throw new Error(`A script in ${language} is ${status}`)
  }
}

async function execute({ url, profiles }: Clients, at: number, language: Language, script: string) {
  const headers = { 'x-forwarded-for': `10.3.0.${at % profiles.length}` }
  const accepted = await post(`${url}/execute`, headers, { profile_id: of(profiles, at), script, language })
  const { execution_id: id } = z.object({ execution_id: z.string() }).parse(accepted)
  return { execution: `${url}/executions/${id}`, headers }
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} failed: ${answer.status} ${text.slice(0, 200)}`)
  return JSON.parse(text)
}
