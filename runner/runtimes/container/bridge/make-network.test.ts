import { expect, test } from 'vitest'
import { EngineFailure } from '../engine-failure.ts'
import { createNetworkMaker, type NetworkMakerOptions } from './make-network.ts'

type Engine = NetworkMakerOptions['engine']
type Created = { readonly name: string; readonly options: Parameters<Engine['createNetwork']>[1] }

const kind = { purpose: 'net', labels: { 'aw.travel.instance': 'me' }, isInternal: true, hasHost: false }
const refused = new EngineFailure('refused', 'not this one')

function makerOn({
  refuse = () => undefined,
  ...options
}: Partial<NetworkMakerOptions> & {
  refuse?: (created: Created, count: number) => Error | undefined
  subnets?: readonly string[]
} = {}) {
  const created: Created[] = []
  const removed: string[] = []
  const maker = createNetworkMaker({
    pool: '10.213.0.0/26',
    readRoutes: async () => '',
    engine: {
      async createNetwork(name, networkOptions) {
        created.push({ name, options: networkOptions })
        const refusal = refuse({ name, options: networkOptions }, created.length)
        if (refusal) throw refusal
      },
      async removeNetwork(name) {
        removed.push(name)
      },
      subnets: async () => options.subnets ?? [],
    },
    ...options,
  })
  const cidrs = () => created.map((one) => one.options.IPAM?.Config?.[0]?.Subnet)
  return { maker, created, removed, cidrs }
}

test('an execution’s network is internal, gives this machine no address, and names its owner', async () => {
  const { maker, created } = makerOn()
  const network = await maker.make(kind)
  expect(created[0]).toMatchObject({
    name: network.name,
    options: {
      Driver: 'bridge',
      Internal: true,
      EnableIPv6: false,
      Labels: kind.labels,
      IPAM: {
        Config: [{ Subnet: network.subnet.cidr, Gateway: network.subnet.gateway, IPRange: network.subnet.containers }],
      },
      Options: { 'com.docker.network.bridge.inhibit_ipv4': 'true' },
    },
  })
})

test('a network counts as in use from before its creation until its removal', async () => {
  let inUseWhenMade: boolean | undefined
  const made = makerOn({
    refuse: ({ name }) => {
      inUseWhenMade = made.maker.uses(name)
      return undefined
    },
  })
  const network = await made.maker.make(kind)
  expect([inUseWhenMade, made.maker.uses(network.name)]).toEqual([true, true])
  await network[Symbol.asyncDispose]()
  expect(made.removed).toEqual([network.name])
  expect(made.maker.uses(network.name)).toBe(false)
})

test('tries another subnet after any refusal of the engine', async () => {
  const { maker, cidrs } = makerOn({ refuse: (_, count) => (count <= 2 ? refused : undefined) })
  const network = await maker.make(kind)
  expect(cidrs()).toHaveLength(3)
  expect(new Set(cidrs()).size).toBe(3)
  expect(network.subnet.cidr).toBe(cidrs()[2])
})

test('finds a subnet even if another instance keeps taking the next one first', async () => {
  const ahead: (string | undefined)[] = []
  const { maker, cidrs } = makerOn({
    pool: '10.213.0.0/16',
    refuse: ({ options }) => {
      const [first = ''] = cidrs()
      const cidr = options.IPAM?.Config?.[0]?.Subnet ?? ''
      const isNear = Math.abs(placeOf(cidr) - placeOf(first)) <= 40
      if (isNear) ahead.push(cidr)
      return isNear ? refused : undefined
    },
  })
  const network = await maker.make(kind)
  expect(ahead.length).toBeGreaterThan(0)
  expect(ahead).not.toContain(network.subnet.cidr)
})

/** The position of a subnet in its pool. */
function placeOf(cidr: string): number {
  const [, , third = 0, fourth = 0] = cidr.split(/[./]/).map(Number)
  return (third * 256 + fourth) / 8
}

test('avoids the subnets of the engine and the routes of this machine', async () => {
  const route = 'vpn\t2000D50A\t00000000\t0001\t0\t0\t0\tE0FFFFFF\t0\t0\t0'
  const { maker } = makerOn({ subnets: ['10.213.0.0/28', 'fd00::/64'], readRoutes: async () => route })
  const networks = await Promise.all([maker.make(kind), maker.make(kind)])
  expect(networks.map(({ subnet }) => subnet.cidr).sort()).toEqual(['10.213.0.16/29', '10.213.0.24/29'])
  await expect(maker.make(kind)).rejects.toThrow('all subnets of 10.213.0.0/26 are in use')
})

test('reports a failure other than a refusal at once, and frees the subnet', async () => {
  const { maker, removed } = makerOn({ refuse: () => new EngineFailure('slow', 'not now') })
  for (let time = 0; time < 10; time += 1) await expect(maker.make(kind)).rejects.toThrow('not now')
  expect(removed).toHaveLength(10)
})

test('gives up after eight refusals', async () => {
  const { maker, created } = makerOn({ refuse: () => refused })
  await expect(maker.make(kind)).rejects.toThrow('not this one')
  expect(created).toHaveLength(8)
})
