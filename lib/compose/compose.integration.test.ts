import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import { writeFakePrograms } from '#lib/platform/server/tunnel/testing/fake-programs.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { standIns } from '#sample-provider/stand-ins.ts'
import { systemClock } from './open-base.ts'
import { openServices } from './testing/open-services.ts'

const search = (params: object = {}) => ({
  action: 'search_flights',
  params: { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy', ...params },
  config: { max_results: 5 },
})
const open = () => new AbortController().signal

const containersOff = {
  status: 'off',
  reason: 'it is switched off (TRAVEL_CONTAINER_RUNTIME=off)',
  remedy: 'unset TRAVEL_CONTAINER_RUNTIME',
}

/** The services, with a provider that the test can break. */
async function composeWithProvider(variables: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const { start, credential } = standIns['api.amadeus.com']
  const provider = await start({ places: createPlaces(), clock: systemClock })
  stack.defer(() => provider.close())
  const upstreams = JSON.stringify({ 'api.amadeus.com': { url: provider.url, data: 'sample' } })
  const services = await openServices(stack, { TRAVEL_UPSTREAMS: upstreams, ...credential, ...variables })
  return { provider, services, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

// Each test searches another route: answers are cached.
describe('an app whose provider can fail', () => {
  let composed: Awaited<ReturnType<typeof composeWithProvider>>
  beforeAll(async () => {
    composed = await composeWithProvider()
  })
  beforeEach(async () => {
    composed.provider.setFault(undefined)
    await composed.services.db.execution.deleteMany()
  })
  afterAll(() => composed[Symbol.asyncDispose]())

  test("records a guest's flight search through policy, sandbox, gateway and the sample provider", async () => {
    const { services } = composed
    const invocation = await services.invokeSkill({
      skill: 'flight-search',
      input: search({ destination: 'HND' }),
      ...contextOf(publicPrincipal),
      signal: open(),
    })
    if (invocation.kind !== 'answered' || invocation.output.status !== 'success')
      throw new Error(JSON.stringify(invocation))
    const { results, metadata } = invocation.output
    expect(results.length).toBeGreaterThan(0)
    for (const result of results) expect(FlightResult.safeParse(result).error).toBeUndefined()
    expect(metadata).toMatchObject({ source_api: 'api.amadeus.com', cached: false, data: 'sample', partial: false })

    const again = await services.invokeSkill({
      skill: 'flight-search',
      input: search({ destination: 'HND' }),
      ...contextOf(publicPrincipal),
      signal: open(),
    })
    expect(again).toMatchObject({
      output: { status: 'success', results, metadata: { cached: true, fetched_at: metadata.fetched_at } },
    })
    const kept = await services.db.execution.findMany({ include: { journal: true } })
    expect(kept).toMatchObject([
      { status: 'success', data: 'sample', source: 'public', journal: [{ op: 'fetch' }, { op: 'time.offset' }] },
    ])
    expect(JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain('Bearer')
    expect(await services.health()).toEqual({
      status: 'ok',
      checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
      containers: containersOff,
      programs: { status: 'starting' },
    })
  })

  test('gives each provider failure its own code and recovers on the next search', async () => {
    const { services, provider } = composed
    const ask = async (timeout_ms: number) => {
      const input = { ...search({ destination: 'CDG' }), config: { timeout_ms } }
      const asked = await services.invokeSkill({
        skill: 'flight-search',
        input,
        ...contextOf(publicPrincipal),
        signal: open(),
      })
      if (asked.kind !== 'answered') throw new Error(asked.error.message)
      return asked.output.status === 'error' ? asked.output.error : asked.output.status
    }
    const faults = [
      ['down', 'API_UNAVAILABLE'],
      ['500', 'API_UNAVAILABLE'],
      ['html', 'API_UNAVAILABLE'],
      ['429', 'API_RATE_LIMITED'],
      ['hang', 'API_TIMEOUT'],
    ] as const
    for (const [fault, code] of faults) {
      provider.setFault(fault)
      // On a busy machine, the execution's own limit may end it before the limit of its request.
      await expect.poll(() => ask(fault === 'hang' ? 1500 : 15_000), { message: fault }).toMatchObject({ code })
    }
    provider.setFault(undefined)
    expect(await ask(15_000)).toBe('success')
  })
})

test('beside a source that has its own key, no sample provider answers', async () => {
  await using stack = new AsyncDisposableStack()
  const services = await openServices(stack, {
    TRAVEL_CREDENTIALS: '{"DUFFEL_ACCESS_TOKEN":["api.duffel.com"]}',
    DUFFEL_ACCESS_TOKEN: 'key-of-the-operator',
    TRAVEL_UPSTREAMS: '{"api.duffel.com":"http://127.0.0.1:9"}',
  })
  const found = await services.searchByCapability({
    capability: 'C-FLIGHT-SEARCH',
    input: search(),
    ...contextOf(publicPrincipal),
    signal: open(),
    requestId: 'req_test',
  })
  if (found.kind !== 'stream') throw new Error(found.error.message)
  const sources: string[] = []
  for await (const line of found.lines) if (line.type === 'answer') sources.push(line.source)
  expect(sources).toEqual(['flight-search-duffel'])
})

test('has closed the door of the tunnel when it is drained, before its server stops to listen', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-tunnel-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const programs = writeFakePrograms(folder, ['ngrok'], { port: 0 })
  vi.stubEnv('PATH', `${programs.path}:${process.env.PATH}`)
  stack.defer(() => void vi.unstubAllEnvs())
  const { tunnel, drain } = await openServices(stack)
  await tunnel.open(commandLine, 'ngrok')
  await vi.waitUntil(async () => (await tunnel.view()).now.state === 'on', { timeout: 30_000 })
  const port = /127\.0\.0\.1:(\d+)/.exec(programs.seen('ngrok')?.args.join(' ') ?? '')?.[1]
  const ask = () => fetch(`http://127.0.0.1:${port}/health`)
  expect((await ask()).status, 'of another host than the tunnel').toBe(403)
  await drain()
  await expect(ask()).rejects.toThrow()
})
