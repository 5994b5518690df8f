import { expect, test } from 'vitest'
import { readEnv } from '#lib/env/env.ts'
import { createPlaces } from '#lib/places/places.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { StandIn } from '#sample-provider/stand-ins.ts'
import { openProviders } from './providers.ts'

const host = 'api.amadeus.com'
const keys = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
const places = createPlaces()

/** The providers of an environment, with fake stand-ins that only report their start. */
async function open(variables: Record<string, string>, hosts: readonly string[], keyless: readonly string[] = []) {
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
    places,
    clock: { now: () => 0, monotonic: () => 0 },
    log: { info: (message: string) => void logged.push(message) },
    loadStandIns,
  }
  const { upstreams, broker, areSample } = await openProviders(readEnv(variables, '/p'), ports, stack)
  const held = async () => (await broker.bind(publicPrincipal, ['AMADEUS_API_KEY'])).get('AMADEUS_API_KEY')
  return { upstreams, areSample, held, running, logged, loads: () => loads, close: () => stack.disposeAsync() }
}

test('starts a stand-in for a host without a key, gives it a credential that it accepts, and stops it on close', async () => {
  const { upstreams, held, running, logged, close } = await open({}, [host, 'api.other.example'])
  expect([...running]).toEqual([host])
  expect(upstreams.of(host)).toEqual({ url: `http://${host}.test`, data: 'sample' })
  const credential = await held()
  expect([credential?.value(), credential?.hosts]).toEqual([`key of ${host}`, [host]])
  expect(logged).toEqual([`no key for ${host} is set: its stand-in answers, with sample data`])
  await close()
  expect([...running]).toEqual([])
})

test('also starts the stand-ins of keyless hosts, except of those with an upstream', async () => {
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
  ['its key', keys, { url: `https://${host}`, data: 'live' }],
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

test('all data is known to be sample only if every host with a credential is a stand-in', async () => {
  const areSample = async (variables: Record<string, string>, hosts: readonly string[]) => {
    const providers = await open(variables, hosts)
    await providers.close()
    return providers.areSample
  }
  const other = { OTHER_KEY: 'o', TRAVEL_CREDENTIALS: '{"OTHER_KEY":["api.other.example"]}' }
  expect(await areSample({}, [host])).toBe(true)
  expect(await areSample({}, [])).toBe(false)
  expect(await areSample(keys, [host])).toBe(false)
  expect(await areSample(other, [host])).toBe(false)
  expect(await areSample({ TRAVEL_UPSTREAMS: `{"${host}":"https://test.example"}` }, [host])).toBe(false)
  const served = `{"${host}":{"url":"http://127.0.0.1:1","data":"sample"}}`
  expect(await areSample({ ...keys, TRAVEL_UPSTREAMS: served }, [host])).toBe(true)
})
