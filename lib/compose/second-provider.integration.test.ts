import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { compose } from './compose.ts'

// A flight provider is a skill folder. This test writes one for a second server, which has its own data format.

const execute = promisify(execFile)
const { PATH, NODE_COMPILE_CACHE } = process.env
const projectRoot = findProjectRoot()
const host = 'api.second.example'
const key = 'key-of-the-second'
const date = new Date(Date.now() + 42 * 86_400_000).toISOString().slice(0, 10)

const manifest = `name: second-flights
version: "1.0.0"
description: Searches the flights of the second provider.
kind: tool
capability: C-FLIGHT-SEARCH
risk_level: low
effects: [read]
entry: src/main.ts
runtimes: [quickjs]
permissions:
  network: { egress: [${host}], methods: [GET] }
  secrets: [SECOND_API_KEY]
limits: { timeout_ms: 15000, memory_mb: 32, fuel: 500, host_calls: 4 }
`

const source = `
export default async function ({ params }) {
  const [{ origin, destination, date }] = params.slices
  const query = [origin, destination, date].join('/')
  const response = await fetch('https://${host}/flights/' + query, { headers: { 'x-api-key': secrets.get('SECOND_API_KEY') } })
  if (response.status !== 200) throw new SkillError('API_AUTH_FAILED', 'status ' + response.status)
  const { flights } = await response.json()
  const times = flights.flatMap((flight) => [[origin, flight.off], [destination, flight.on]])
  const offsets = await time.offset(times)
  return {
    metadata: { source_api: '${host}' },
    results: flights.map((flight, at) => {
      const departure = { airport: origin, time: flight.off + offsets[2 * at] }
      const arrival = { airport: destination, time: flight.on + offsets[2 * at + 1] }
      const duration_minutes = (Date.parse(arrival.time) - Date.parse(departure.time)) / 60000
      const carrier = { code: 'QZ', name: flight.by }
      const segment = { departure, arrival, carrier, flight_number: flight.no, duration_minutes }
      return {
        id: flight.no,
        provider: 'Second',
        airline: carrier.name,
        airline_code: carrier.code,
        price: { amount: flight.cents / 100, currency: flight.money },
        departure: departure.time,
        arrival: arrival.time,
        stops: 0,
        duration_minutes,
        legs: [{ departure, arrival, duration_minutes, stops: 0, segments: [segment], layovers: [] }],
      }
    }),
  }
}
`

const flight = {
  no: '204',
  by: 'Second Air',
  cents: 11_900,
  money: 'USD',
  off: `${date}T10:00:00`,
  on: `${date}T12:40:00`,
}

/** The second provider's stand-in: accepts one key and always returns the same flights. */
async function startSecondProvider(flights: readonly (typeof flight)[] = [flight]) {
  const asked: string[] = []
  const server = await openHttpServer((request, response) => {
    asked.push(request.url ?? '')
    const isKnown = request.headers['x-api-key'] === key
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { flights } : { error: 'who are you?' }))
  })
  return { ...server, asked }
}

/** A skills folder with the real flight search and the second provider, and the environment of an app that uses it. */
async function prepare(stack: AsyncDisposableStack, secondUrl: string, sample = 'on') {
  const folder = await mkdtemp(join(tmpdir(), 'travel-second-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const skillsDir = join(folder, 'skills')
  await cp(join(projectRoot, 'skills', 'flight-search'), join(skillsDir, 'flight-search'), { recursive: true })
  const approvedSkills = ['flight-search', 'second-flights']
  await writeFile(join(skillsDir, 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills }))
  await mkdir(join(skillsDir, 'second-flights', 'src'), { recursive: true })
  await writeFile(join(skillsDir, 'second-flights', 'skill.yaml'), manifest)
  await writeFile(join(skillsDir, 'second-flights', 'src', 'main.ts'), source)
  const database = stack.use(await createCheckedDatabase())
  const variables = {
    ...database.settings,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
    TRAVEL_UPSTREAMS: JSON.stringify({ [host]: secondUrl }),
    TRAVEL_CREDENTIALS: JSON.stringify({ SECOND_API_KEY: [host] }),
    SECOND_API_KEY: key,
    TRAVEL_SAMPLE: sample,
  }
  return { folder, skillsDir, variables }
}

/** Each source's answer to one search, and the log lines. */
async function searchBoth(
  secondUrl: string,
  sample?: string,
): Promise<{ outputs: Map<string, SkillOutput>; warnings: unknown[]; told: unknown[] }> {
  await using stack = new AsyncDisposableStack()
  const { skillsDir, variables } = await prepare(stack, secondUrl, sample)
  const [warnings, told]: [unknown[], unknown[]] = [[], []]
  const log = {
    ...createLogger({ level: 'silent' }),
    warn: (...line: unknown[]) => warnings.push(line),
    info: (...line: unknown[]) => told.push(line),
  }
  const env = readEnv(variables)
  const services = stack.use(await compose({ env, projectRoot, skillsDir, log }))
  const search = await services.searchByCapability({
    capability: 'C-FLIGHT-SEARCH',
    input: { action: 'search_flights', params: { origin: 'LHR', destination: 'LIS', date }, config: {} },
    ...contextOf(publicPrincipal),
    signal: new AbortController().signal,
    requestId: 'req_test',
  })
  if (search.kind !== 'stream') throw new Error(search.error.message)
  const outputs = new Map<string, SkillOutput>()
  for await (const line of search.lines) if (line.type === 'answer') outputs.set(line.source, line.output)
  return { outputs, warnings, told }
}

/** The contract violation in the second flight of two. */
const broken = expect.stringMatching(/^results\.1\.price\.currency: /)

function flightsOf(output: SkillOutput | undefined) {
  if (output?.status !== 'success') throw new Error(JSON.stringify(output))
  return { data: output.metadata.data, flights: output.results.map((result) => FlightResult.parse(result)) }
}

const inDollars = { ...flight, no: '205', money: 'dollars' }

describe('a folder adds a second flight provider', () => {
  let answers: Awaited<ReturnType<typeof searchBoth>>
  let asked: readonly string[]
  beforeAll(async () => {
    await using second = await startSecondProvider([flight, inDollars])
    answers = await searchBoth(second.url)
    asked = second.asked
  })

  test('one search queries both, each with its own key and label', () => {
    const { outputs } = answers
    expect([...outputs.keys()].sort()).toEqual(['flight-search', 'second-flights'])
    const first = flightsOf(outputs.get('flight-search'))
    expect(first.data).toBe('sample')
    expect(first.flights.length).toBeGreaterThan(10)
    expect(flightsOf(outputs.get('second-flights'))).toMatchObject({
      data: 'test',
      flights: [{ provider: 'Second', price: { amount: 119, currency: 'USD' }, duration_minutes: 160 }],
    })
    expect(asked).toEqual([`/flights/LHR/LIS/${date}`])
  })

  test('a result that breaks the contract is dropped, and its index and field are logged', () => {
    const { outputs, warnings, told } = answers
    expect(flightsOf(outputs.get('second-flights')).flights.map(({ id }) => id)).toEqual(['204'])
    expect(warnings).toMatchObject([
      ['dropped results that break the contract', { skill: 'second-flights', count: 1, of: 2, findings: [broken] }],
    ])
    expect(outputs.get('second-flights')).toMatchObject({ metadata: { unreadable: 1 } })
    expect(told).toContainEqual(['skill ended', expect.objectContaining({ skill: 'second-flights', unreadable: 1 })])
  })
})

test('does not query the sample provider if another source has its key', async () => {
  await using second = await startSecondProvider()
  const { outputs } = await searchBoth(second.url, 'auto')
  expect([...outputs.keys()]).toEqual(['second-flights'])
})

test('`skill run` drops a result that breaks the contract, and reports its index and field', async () => {
  await using stack = new AsyncDisposableStack()
  const second = stack.use(await startSecondProvider([flight, inDollars]))
  const { folder, skillsDir, variables } = await prepare(stack, second.url)
  const input = join(folder, 'input.json')
  await writeFile(
    input,
    JSON.stringify({ action: 'search_flights', params: { origin: 'LHR', destination: 'LIS', date } }),
  )
  const { stdout, stderr } = await execute(
    process.execPath,
    [
      'lib/cli/main.ts',
      'skill',
      'run',
      join(skillsDir, 'second-flights'),
      '--allow-secrets',
      '--json',
      '--input',
      input,
    ],
    { cwd: projectRoot, env: { NODE_ENV: 'test', PATH, NODE_COMPILE_CACHE, ...variables } },
  )
  expect(stderr).toMatch(/results\.1\.price\.currency: /)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success', results: [{ id: '204' }] })
})
