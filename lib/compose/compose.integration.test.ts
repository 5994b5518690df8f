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

test("reports a rejected key as API_AUTH_FAILED and hides the provider's answer from the caller", async () => {
  await using composed = await composeWithProvider({ AMADEUS_API_SECRET: 'wrong' })
  const { services } = composed
  const asked = await services.invokeSkill({
    skill: 'flight-search',
    input: search(),
    ...contextOf(publicPrincipal),
    signal: open(),
  })
  expect(asked).toMatchObject({
    output: { error: { code: 'API_AUTH_FAILED', message: 'Amadeus did not accept our credentials.' } },
  })
  expect(JSON.stringify(asked)).not.toMatch(/invalid_|3819\d|38187/)
})

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

  test('runs identical concurrent searches once, and answers each caller', async () => {
    const { services } = composed
    const ask = (destination: string) =>
      services.invokeSkill({
        skill: 'flight-search',
        input: search({ destination }),
        ...contextOf(publicPrincipal),
        signal: open(),
      })
    const destinations = ['NRT', 'AMS', 'NRT', 'SYD', 'AMS', 'NRT']
    const answers = await Promise.all(destinations.map(ask))
    for (const [index, answer] of answers.entries()) {
      const [first] = answer.kind === 'answered' && answer.output.status === 'success' ? answer.output.results : []
      expect(FlightResult.parse(first).legs[0]?.arrival.airport).toBe(destinations[index])
    }
    expect(await services.db.execution.count()).toBe(3)
  })

  test('starts different searches at the same time', async () => {
    const { services, provider } = composed
    provider.setFault('hang')
    const controller = new AbortController()
    const asked = ['GRU', 'EZE', 'BOG'].map((destination) =>
      services.invokeSkill({
        skill: 'flight-search',
        input: search({ destination }),
        ...contextOf(publicPrincipal),
        signal: controller.signal,
      }),
    )
    const running = () => services.db.execution.count({ where: { status: 'running' } })
    await expect.poll(running).toBe(3)
    controller.abort()
    await Promise.all(asked)
    await expect.poll(running).toBe(0)
  })

  test('cancels a search when its last caller disconnects, and records it as cancelled', async () => {
    const { services, provider } = composed
    provider.setFault('hang')
    const controller = new AbortController()
    const invocation = services.invokeSkill({
      skill: 'flight-search',
      input: search({ destination: 'LHR' }),
      ...contextOf(publicPrincipal),
      signal: controller.signal,
    })
    await expect.poll(() => services.db.execution.count()).toBe(1)
    controller.abort()
    expect(await invocation).toMatchObject({ output: { status: 'error', error: { code: 'CANCELLED' } } })
    await expect.poll(async () => (await services.db.execution.findFirstOrThrow()).errorCode).toBe('CANCELLED')
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

  test('rejects an invalid request before any skill runs, and names the field', async () => {
    const { services } = composed
    const wrong = [
      ['an unknown skill', { skill: 'nothing' }, 'SKILL_NOT_FOUND', undefined],
      ['an unknown action', { input: { ...search(), action: 'book' } }, 'INVALID_INPUT', 'action'],
      ['a parameter of the wrong type', { input: search({ passengers: 'two' }) }, 'INVALID_INPUT', 'passengers'],
      ['ten adults', { input: search({ passengers: { adults: 10 } }) }, 'INVALID_INPUT', 'passengers'],
      ['no params', { input: { action: 'search_flights' } }, 'INVALID_INPUT', 'params'],
      ['an input that is not an object', { input: 'search' }, 'INVALID_INPUT', 'input'],
      ['an unknown key', { input: { ...search(), sudo: true } }, 'INVALID_INPUT', 'sudo'],
    ] as const
    for (const [what, request, code, field] of wrong) {
      const refused = await services.invokeSkill({
        skill: 'flight-search',
        input: search(),
        ...contextOf(publicPrincipal),
        signal: open(),
        ...request,
      })
      if (refused.kind !== 'refused') throw new Error(`${what} was not refused: ${JSON.stringify(refused)}`)
      expect(refused.error.code, what).toBe(code)
      if (field !== undefined) expect(Object.keys(refused.error.details ?? {})[0], what).toContain(field)
    }
    expect(await services.db.execution.count()).toBe(0)
  })
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
