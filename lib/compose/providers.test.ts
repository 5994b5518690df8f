import { describe, expect, test } from 'vitest'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { CredentialBroker } from '#runner/core/ports.ts'
import type { StandIn } from '#sample-provider/stand-ins.ts'
import { openProviders } from './providers.ts'

const host = 'api.amadeus.com'
const keys = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
const places = createPlaces()

/** The providers of an environment, with fake stand-ins that only report their start. */
async function open(
  variables: Record<string, string>,
  hosts: readonly string[],
  keyless: readonly string[] = [],
  isLive: () => Promise<boolean> = async () => false,
  own?: CredentialBroker,
) {
  let nowMs = 0
  const stack = new AsyncDisposableStack()
  const running = new Set<string>()
  const logged: string[] = []
  let loads = 0
  const standInOf = (name: string): StandIn => ({
    credential: keyless.includes(name) ? {} : { AMADEUS_API_KEY: `key of ${name}` },
    data: 'sample',
    start: async () => {
      running.add(name)
      return { url: `http://${name}.test`, close: async () => void running.delete(name) }
    },
  })
  const loadStandIns = async () => {
    loads += 1
    return new Map([...hosts, ...keyless].map((name) => [name, standInOf(name)]))
  }
  const ports = {
    places: () => places,
    clock: { now: () => nowMs, monotonic: () => nowMs },
    log: { info: (message: string) => void logged.push(message) },
    loadStandIns,
  }
  const { upstreams, environment, ...providers } = await openProviders(readEnv(variables, '/p'), ports, stack)
  const broker = await providers.broker(own ?? environment, isLive)
  const pass = (ms: number) => {
    nowMs += ms
  }
  const held = async () => (await broker.bind(publicPrincipal, ['AMADEUS_API_KEY'])).get('AMADEUS_API_KEY')
  return {
    upstreams,
    areSample: providers.areSample,
    held,
    running,
    logged,
    pass,
    loads: () => loads,
    moved: () => stack.move(),
    close: () => stack.disposeAsync(),
  }
}

test('starts a stand-in for a host without a key, gives it a credential that it accepts, and stops it on close', async () => {
  const { upstreams, held, running, logged, close } = await open({}, [host, 'api.other.example'])
  expect([...running]).toEqual([host])
  expect(upstreams.of(host)).toEqual({ url: `http://${host}.test`, data: 'sample' })
  const credential = await held()
  expect([credential?.value?.(), credential?.hosts]).toEqual([`key of ${host}`, [host]])
  expect(logged).toEqual([`no key for ${host} is set: its stand-in answers, with sample data`])
  await close()
  expect([...running]).toEqual([])
})

test('also starts the stand-ins of keyless hosts, except hosts with an upstream', async () => {
  const rates = 'rates.example'
  const beside = await open({}, [host], [rates])
  expect([...beside.running].sort()).toEqual([host, rates])
  expect(beside.upstreams.of(rates)).toEqual({ url: `http://${rates}.test`, data: 'sample' })
  await beside.close()
  const given = await open({ TRAVEL_UPSTREAMS: `{"${rates}":"https://test.example"}` }, [host], [rates])
  expect([...given.running]).toEqual([host])
  await given.close()
  const alone = await open({}, [], [rates])
  expect([...alone.running]).toEqual([])
})

test('leaves a host without a key and without a stand-in unchanged', async () => {
  const { upstreams, held, running } = await open({}, ['api.other.example'])
  expect(upstreams.of(host)).toEqual({ url: `https://${host}`, data: 'live' })
  expect(await held()).toBeUndefined()
  expect([...running]).toEqual([])
})

test.each([
  ['the key of the host', keys, { url: `https://${host}`, data: 'live' }],
  [
    'a credential under another name for the host',
    { TRAVEL_CREDENTIALS: `{"MY_KEY":["${host}:443"]}`, MY_KEY: 'real' },
    { url: `https://${host}`, data: 'live' },
  ],
  [
    'an upstream for the host',
    { TRAVEL_UPSTREAMS: `{"${host}:443":"https://test.api.amadeus.com"}` },
    { url: 'https://test.api.amadeus.com', data: 'test' },
  ],
])('does not load the stand-ins when given %s', async (_, variables, upstream) => {
  const { upstreams, running, loads } = await open(variables, [host])
  expect([loads(), [...running]]).toEqual([0, []])
  expect(upstreams.of(host)).toEqual(upstream)
})

test('reports all data as sample data only if every host with a credential returns sample data', async () => {
  const areSample = async (variables: Record<string, string>, hosts: readonly string[], isLive = false) => {
    const providers = await open(variables, hosts, [], async () => isLive)
    const isSample = providers.areSample()
    await providers.close()
    return isSample
  }
  const other = { OTHER_KEY: 'o', TRAVEL_CREDENTIALS: '{"OTHER_KEY":["api.other.example"]}' }
  expect(await areSample({}, [host])).toBe(true)
  expect(await areSample({}, [host], true)).toBe(false)
  expect(await areSample({ TRAVEL_SAMPLE: 'on' }, [host], true)).toBe(false)
  expect(await areSample({}, [])).toBe(false)
  expect(await areSample(keys, [host])).toBe(false)
  expect(await areSample(other, [host])).toBe(false)
  expect(await areSample({ TRAVEL_UPSTREAMS: `{"${host}":"https://test.example"}` }, [host])).toBe(false)
  const served = `{"${host}":{"url":"http://127.0.0.1:1","data":"sample"}}`
  expect(await areSample({ ...keys, TRAVEL_UPSTREAMS: served }, [host])).toBe(true)
})

test('can still start stand-ins later, after the caller has moved its disposable stack', async () => {
  let isLive = true
  const { held, pass, running, moved } = await open({}, [host], [], async () => isLive)
  const kept = moved()
  isLive = false
  pass(2000)
  expect((await held())?.value?.()).toBe(`key of ${host}`)
  expect([...running]).toEqual([host])
  await kept.disposeAsync()
  expect([...running]).toEqual([])
})

describe('stand-ins and live sources', () => {
  const rates = 'rates.example'

  test('no stand-in answers while a live source has its credentials, even if they were added at runtime', async () => {
    let isLive = false
    const { upstreams, held, pass, logged } = await open({}, [host], [rates], async () => isLive)
    expect(upstreams.of(host)?.data).toBe('sample')
    isLive = true
    await held()
    expect(upstreams.of(host)?.data, 'a decision counts for two seconds').toBe('sample')
    pass(2000)
    expect(await held()).toBeUndefined()
    expect([host, rates].map((name) => upstreams.of(name)?.data)).toEqual(['live', 'live'])
    expect(logged.at(-1)).toBe('a live source has its credentials: no stand-in answers')
    isLive = false
    pass(2000)
    expect((await held())?.value?.()).toBe(`key of ${host}`)
    expect(upstreams.of(host)?.data).toBe('sample')
  })

  test('with a live source, no stand-in is loaded unless TRAVEL_SAMPLE is on', async () => {
    const live = async () => true
    const off = await open({}, [host], [], live)
    expect([off.loads(), off.upstreams.of(host)?.data]).toEqual([0, 'live'])
    const on = await open({ TRAVEL_SAMPLE: 'on' }, [host], [], live)
    expect([on.loads(), on.upstreams.of(host)?.data]).toEqual([1, 'sample'])
  })

  test('TRAVEL_SAMPLE=off loads no stand-in even without a live source', async () => {
    const off = await open({ TRAVEL_SAMPLE: 'off' }, [host])
    expect([off.loads(), off.upstreams.of(host)?.data]).toEqual([0, 'live'])
    expect(await off.held()).toBeUndefined()
  })
})

test('never gives a stand-in a real key of the same name', async () => {
  const real = { version: '1', hosts: [host], value: () => 'real' }
  const own: CredentialBroker = { bind: async () => new Map([['AMADEUS_API_KEY', real]]) }
  const { held, running } = await open({}, [host], [], undefined, own)
  expect([...running]).toEqual([host])
  const credential = await held()
  expect([credential?.value?.(), credential?.hosts]).toEqual([`key of ${host}`, [host]])
})
