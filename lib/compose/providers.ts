import type { Env } from '#lib/env/env.ts'
import type { Places } from '#lib/places/places.ts'
import { createUpstreams } from '#lib/upstreams/upstreams.ts'
import { createEnvironmentBroker } from '#lib/vault/environment-broker.ts'
import { canonicalHost } from '#runner/egress/target.ts'
import type { Clock, CredentialBroker, Log, Upstreams } from '#runner/ports.ts'
import type { StandIn } from '#sample-provider/stand-ins.ts'

/** The real targets of skills' requests, and their credentials. */
export type Providers = {
  readonly upstreams: Upstreams
  readonly broker: CredentialBroker
  /** Whether there are credentials, and only for hosts whose answers are generated. */
  readonly areSample: boolean
}

export type ProviderPorts = {
  readonly places: Places
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
  /** By host. Tests pass their own. */
  readonly loadStandIns?: () => Promise<ReadonlyMap<string, StandIn>>
}

/**
 * The upstreams and credentials of the environment. Starts the stand-in, where one exists, of each host without a key
 * or an upstream. With the first stand-in, also starts those of keyless hosts: generated data never mixes with answers
 * from outside. A process that needs no stand-ins does not load them.
 */
export async function openProviders(
  env: Pick<Env, 'upstreams' | 'credentials' | 'unnamedSecrets' | 'keylessHosts'>,
  { places, clock, log, loadStandIns = loadOwnStandIns }: ProviderPorts,
  stack: AsyncDisposableStack,
): Promise<Providers> {
  const upstreams = new Map(env.upstreams)
  const credentials = new Map(env.credentials)
  const keyed = [...credentials.values()].flatMap(({ hosts, value }) => (value ? hosts.map(canonicalHost) : []))
  const unserved = env.keylessHosts.filter((host) => !upstreams.has(host) && !keyed.includes(canonicalHost(host)))
  const standIns = unserved.length > 0 ? await loadStandIns() : undefined
  const isServed = unserved.some((host) => standIns?.has(host))
  const open = [...(standIns ?? [])].filter(
    ([host, { credential }]) => isServed && Object.keys(credential).length === 0 && !upstreams.has(host),
  )
  for (const host of [...unserved, ...open.map(([name]) => name)]) {
    const standIn = standIns?.get(host)
    if (standIn === undefined) continue
    const running = await standIn.start({ places, clock })
    stack.defer(() => running.close())
    upstreams.set(host, { url: running.url, data: standIn.data })
    for (const [name, value] of Object.entries(standIn.credential)) credentials.set(name, { hosts: [host], value })
    const why = open.some(([name]) => name === host) ? `${host} needs no key` : `no key for ${host} is set`
    log.info(`${why}: its stand-in answers, with ${standIn.data} data`, { url: running.url })
  }
  const asked = [...credentials.values()].flatMap(({ hosts, value }) => (value ? hosts : []))
  const served = createUpstreams(upstreams)
  return {
    upstreams: served,
    broker: createEnvironmentBroker(credentials, env.unnamedSecrets),
    areSample: asked.length > 0 && asked.every((host) => served.of(host)?.data === 'sample'),
  }
}

async function loadOwnStandIns(): Promise<ReadonlyMap<string, StandIn>> {
  const { standIns } = await import('#sample-provider/stand-ins.ts')
  return new Map(Object.entries(standIns))
}
