import type { Env } from '#lib/env/env.ts'
import type { Places } from '#lib/places/places.ts'
import { createUpstreams } from '#lib/upstreams/upstreams.ts'
import { createEnvironmentBroker } from '#lib/vault/environment-broker.ts'
import type { Clock, CredentialBroker, Log, Upstream, Upstreams } from '#runner/ports.ts'
import { createSampleProvider } from '#sample-provider/create-sample-provider.ts'

/** Where skills' requests really go, and with which credentials. */
export type Providers = { readonly upstreams: Upstreams; readonly broker: CredentialBroker }

const amadeusHost = 'api.amadeus.com'
const sampleCredential = { AMADEUS_API_KEY: 'sample', AMADEUS_API_SECRET: 'sample' }

/**
 * The upstreams and credentials of the environment. With no Amadeus credential the sample provider is started in this
 * process, on a free loopback port, and stands in: its answers say `sample`.
 */
export async function openProviders(
  env: Pick<Env, 'upstreams' | 'credentials' | 'amadeus'>,
  ports: { places: Places; clock: Clock; log: Log },
  stack: AsyncDisposableStack,
): Promise<Providers> {
  const upstreams = new Map<string, Upstream>(env.upstreams)
  const hosts = new Map([...env.credentials].map(([name, credential]) => [name, credential.hosts]))
  const values: Record<string, string | undefined> = Object.fromEntries(
    [...env.credentials].map(([name, credential]) => [name, credential.value]),
  )
  if (env.amadeus === undefined && !upstreams.has(amadeusHost)) {
    const provider = createSampleProvider({ places: ports.places, clock: ports.clock })
    stack.defer(() => provider.close())
    const { url } = await provider.listen({ port: 0 })
    upstreams.set(amadeusHost, { url, data: 'sample' })
    for (const name of Object.keys(sampleCredential)) hosts.set(name, [amadeusHost])
    Object.assign(values, sampleCredential)
    ports.log.info('no Amadeus key is set: the sample provider stands in', { url })
  }
  return {
    upstreams: createUpstreams(upstreams),
    broker: createEnvironmentBroker({ credentials: hosts, values }),
  }
}
