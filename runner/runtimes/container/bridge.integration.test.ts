import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { HostAnswer } from '../../contract/host-seam.ts'
import { testLimits } from '../testing/conformance/harness.ts'
import { connectEngine } from './engine.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { engineAddress, needsEngine } from './testing/engine.ts'
import { fine, type Programs, prints, startPrograms } from './testing/programs.ts'

const returned = { kind: 'returned', value: { results: fine.results }, fuelUsed: 0 }
const executions = 3
const soon = { timeout: 60_000, interval: 200 }
const patient = { ...testLimits, memoryMb: 96, timeoutMs: 90_000 }

const Addresses = z.object({
  NetworkSettings: z.object({ Networks: z.record(z.string(), z.object({ IPAddress: z.ipv4() })) }),
})

/** Every IPv4 address of a container. */
async function addressesOf(container: string): Promise<string[]> {
  const inspected: unknown = await new Docker().getContainer(container).inspect()
  return Object.values(Addresses.parse(inspected).NetworkSettings.Networks).map(({ IPAddress }) => IPAddress)
}

/** A program that tries to connect to each target and prints the results. */
const triesAll = (targets: readonly string[]) => `node --input-type=module -e "
  import { connect } from 'node:net'
  const reach = (target) => new Promise((resolve) => {
    const [host, port] = target.split(':')
    const socket = connect({ host, port, timeout: 10000 }, () => resolve('connected'))
    socket.on('error', ({ code }) => resolve(code)).on('timeout', () => resolve('nothing'))
  })
  const value = await Promise.all('${targets.join(' ')}'.split(' ').map(reach))
  console.log('${startMarker}'); console.log(JSON.stringify({ status: 'success', results: value })); console.log('${endMarker}')
  process.exit(0)
"`

/** A program that listens on a port, reports readiness with a request, and keeps running. */
const listens = `node --input-type=module -e "
  import { createServer } from 'node:net'
  createServer((socket) => socket.end()).listen(8080, '0.0.0.0', () => fetch('https://api.example.com/ready'))
"`

/** A program that makes a request, ignores its result, and then repeats another request until that succeeds. */
const asksAgain = `node --input-type=module -e "
  const get = (path) => fetch('https://api.example.com' + path).then(({ status }) => status)
  await get('/ready').catch(() => {})
  for (let status = 0; status !== 200; ) status = await get('/again').catch(() => new Promise((next) => setTimeout(next, 50)))
  console.log('${startMarker}'); console.log(JSON.stringify(${JSON.stringify(fine).replaceAll('"', "'")})); console.log('${endMarker}')
"`

/** A program that makes a request. */
const asks = `python3 -c 'import urllib.request; urllib.request.urlopen("https://api.example.com/")'`

describe('networks of executions (need a Docker engine)', needsEngine, () => {
  let programs: Programs
  const engine = connectEngine({ address: engineAddress, timeoutMs: 90_000 })
  beforeAll(async () => {
    programs = await startPrograms({ egress: ['bridge'] })
    expect(await programs.runtime.status()).toEqual({ kind: 'on', egress: 'bridge' })
  })
  afterAll(() => programs[Symbol.asyncDispose]())

  test('have addresses of their own range, as engines have few, and afterwards only the shared relay remains', async () => {
    const addresses: string[] = []
    // Each execution gets its answer once all of them have sent a request.
    const all = Promise.withResolvers<void>()
    let asked = 0
    const answer = async (): Promise<HostAnswer> => {
      asked += 1
      if (asked === executions) {
        for (const name of await programs.containers()) addresses.push(...(await addressesOf(name)))
        all.resolve()
      }
      await all.promise
      return { kind: 'value', value: { status: 200, url: 'https://api.example.com/', headers: [] } }
    }
    const runs = Array.from({ length: executions }, () =>
      programs.run(`${asks}; ${prints(fine)}`, { limits: patient, answer }),
    )
    expect(await Promise.all(runs)).toEqual(runs.map(() => returned))
    const own = new Set(addresses.map((address) => /^10\.213\.\d+\.\d+$/.exec(address)?.[0]))
    expect([own.size, own.has(undefined)]).toEqual([executions, false])
    await expect.poll(() => programs.containers(), soon).toEqual([])
    await expect.poll(() => programs.networks(), soon).toEqual([])
    expect(await programs.relays()).toHaveLength(1)
  })

  test('get a new relay when the relay is killed, and their executions continue', async () => {
    const [first = ''] = await programs.relays()
    const ready = Promise.withResolvers<void>()
    const killed = Promise.withResolvers<void>()
    const run = programs.run(asksAgain, {
      limits: patient,
      answer: async (_, args) => {
        ready.resolve()
        if (JSON.stringify(args).includes('/ready')) await killed.promise
        return { kind: 'value', value: { status: 200, url: 'https://api.example.com/', headers: [] } }
      },
    })
    await ready.promise
    await engine.remove(first)
    killed.resolve()
    expect(await run).toEqual(returned)
    expect(await programs.relays()).toEqual([expect.not.stringMatching(first)])
  })

  test('give no access to other executions, other addresses or ports of the relay, or this machine', async () => {
    const connected: (string | undefined)[] = []
    const host = createServer((socket) => {
      connected.push(socket.remoteAddress)
      socket.destroy()
    }).listen(0, '0.0.0.0')
    await once(host, 'listening')
    const address = host.address()
    const port = typeof address === 'object' ? address?.port : undefined

    const controller = new AbortController()
    const ready = Promise.withResolvers<void>()
    const other = programs.run(listens, {
      limits: patient,
      signal: controller.signal,
      answer: () => {
        ready.resolve()
        return { kind: 'value', value: { status: 200, url: 'https://api.example.com/', headers: [] } }
      },
    })
    await ready.promise
    const [container = ''] = await programs.containers()
    const [relay = ''] = await programs.relays()
    const legs = await addressesOf(relay)
    expect(legs.length).toBeGreaterThanOrEqual(2)
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const here = own.filter(({ family, internal }) => family === 'IPv4' && !internal).map((one) => one.address)
    expect(here.length).toBeGreaterThan(0)
    const targets = [
      ...(await addressesOf(container)).flatMap((one) => [`${one}:8080`, `${one}:53`]),
      ...legs.flatMap((one) => [`${one}:443`, `${one}:53`]),
      ...here.map((one) => `${one}:${port}`),
      ...['api.example.com:22', 'api.example.com:80', '169.254.169.254:80', '198.51.100.1:443'],
    ]
    const outcome = await programs.run(triesAll(targets), { limits: patient })
    controller.abort({ code: 'CANCELLED' })
    await other
    host.close()
    const results = outcome.kind === 'returned' ? Object.values(outcome.value ?? {}).flat() : [outcome]
    expect(results).toHaveLength(targets.length)
    for (const result of results) expect(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED']).toContain(result)
    expect(connected).toEqual([])
  })

  test('are used when sockets do not work, but only if the mode bridge is allowed', async () => {
    await using cleanup = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
    cleanup.defer(() => rm(folder, { recursive: true, force: true }))
    // This path is too long for a socket.
    const socketRoot = join(folder, 'x'.repeat(100))
    const either = cleanup.use(await startPrograms({ egress: ['socket', 'bridge'], socketRoot }))
    expect(await either.runtime.status()).toEqual({ kind: 'on', egress: 'bridge' })
    expect(await either.run(prints(fine))).toEqual(returned)
    const sockets = cleanup.use(await startPrograms({ egress: ['socket'], socketRoot }))
    const reason = expect.stringMatching(/^no mode of egress works \(socket: .*path/)
    expect(await sockets.runtime.status()).toMatchObject({ kind: 'off', reason })
    expect(await sockets.run(prints(fine))).toMatchObject({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE' })
  })
})
