/**
 * Lists the functions of an agent, and searches flights: `TRAVEL_URL=http://127.0.0.1:3000/api/agents/voice TRAVEL_KEY=…
 * node search.ts SEA NRT 2027-01-15`. An operator makes the key in the console under Agent keys.
 */
import * as z from 'zod'

const { TRAVEL_URL: url = '', TRAVEL_KEY: key = '' } = process.env
const [origin, destination, date] = process.argv.slice(2)

const Tools = z.object({ tools: z.array(z.object({ function: z.object({ name: z.string() }) })) })
const Spoken = z.object({ message: z.string() })

/** A refusal has a code, what is wrong, and what to do next: `{ error: { code, message } }`. */
async function ask(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const { tools } = Tools.parse(await ask('/tools'))
console.log('Functions:', tools.map(({ function: { name } }) => name).join(', '))
const call = { name: 'search_flights', arguments: { origin, destination, date } }
console.log(Spoken.parse(await ask('/tools/call', call)).message)
