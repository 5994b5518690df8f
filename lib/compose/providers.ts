import type { Env } from '#lib/env/env.ts'
import type { Places } from '#lib/places/places.ts'
import { createUpstreams } from '#lib/upstreams/upstreams.ts'
import { createEnvironmentBroker } from '#lib/vault/environment-broker.ts'
import { canonicalHost } from '#runner/egress/target.ts'
import type { Clock, CredentialBroker, Log, Upstreams } from '#runner/ports.ts'
import type { StandIn } from '#sample-provider/stand-ins.ts'

/** Where skills' requests really go, and with which credentials. */
export type Providers = { readonly upstreams: Upstreams; readonly broker: CredentialBroker }

export type ProviderPorts = {
  readonly places: Places
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
  /** By host. Tests give their own. */
  readonly loadStandIns?: () => Promise<ReadonlyMap<string, StandIn>>
}

/**
 * The upstreams and credentials of the environment. For a host that it names neither a key nor an upstream for, the
 * stand-in is started in this process where there is one; a process that needs none does not load them.
 */
export async function openProviders(
  env: Pick<Env, 'upstreams' | 'credentials' | 'keylessHosts'>,
  { places, clock, log, loadStandIns = loadOwnStandIns }: ProviderPorts,
  stack: AsyncDisposableStack,
): Promise<Providers> {
  const upstreams = new Map(env.upstreams)
  const credentials = new Map(env.credentials)
  const keyed = [...credentials.values()].flatMap(({ hosts, value }) => (value ? hosts.map(canonicalHost) : []))
  const unserved = env.keylessHosts.filter((host) => !upstreams.has(host) && !keyed.includes(canonicalHost(host)))
  const standIns = unserved.length > 0 ? await loadStandIns() : undefined
  for (const host of unserved) {
    const standIn = standIns?.get(host)
    if (standIn === undefined) continue
    const running = await standIn.start({ places, clock })
    stack.defer(() => running.close())
    upstreams.set(host, { url: running.url, data: standIn.data })
    for (const [name, value] of Object.entries(standIn.credential)) credentials.set(name, { hosts: [host], value })
    log.info(`no key for ${host} is set: its stand-in answers, with ${standIn.data} data`, { url: running.url })
  }
  return { upstreams: createUpstreams(upstreams), broker: createEnvironmentBroker(credentials) }
}

async function loadOwnStandIns(): Promise<ReadonlyMap<string, StandIn>> {
  const { standIns } = await import('#sample-provider/stand-ins.ts')
  return new Map(Object.entries(standIns))
}
