import type { Env } from '#lib/platform/server/env/env.ts'
import { createEnvironmentBroker } from '#lib/platform/server/vault/environment-broker.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import type { BoundCredential } from '#runner/contract/bound-credentials.ts'
import type { Clock, CredentialBroker, Log, Upstream, Upstreams } from '#runner/core/ports.ts'
import { canonicalHost } from '#runner/egress/target.ts'
import { versionOf } from '#runner/run/bind-credentials.ts'
import type { StandIn } from '#sample-provider/stand-ins.ts'

type ProviderPorts = {
  /** Called when a stand-in starts. */
  readonly places: () => Places
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
  /** By host. Tests pass their own. */
  readonly loadStandIns?: () => Promise<ReadonlyMap<string, StandIn>>
}

/** How long the result of `isLive` is cached: a key stored by another process takes effect within this time. */
const decisionMs = 2000

/**
 * The upstreams and credentials of the environment. A stand-in with generated data answers for each host that has
 * neither its key nor an upstream. While one answers, stand-ins also answer for hosts that need no key, so that
 * generated data never mixes with real answers. By default (TRAVEL_SAMPLE=auto), stand-ins answer until a live source
 * has its credentials. A process that needs no stand-in does not load them.
 */
export async function openProviders(
  env: Pick<Env, 'upstreams' | 'credentials' | 'unnamedSecrets' | 'keylessHosts' | 'sample'>,
  { places, clock, log, loadStandIns = loadOwnStandIns }: ProviderPorts,
  stack: AsyncDisposableStack,
) {
  const given = createUpstreams(env.upstreams)
  const keyed = [...env.credentials.values()].flatMap(({ hosts, value }) => (value ? hosts.map(canonicalHost) : []))
  const unserved = env.keylessHosts.filter((host) => !env.upstreams.has(host) && !keyed.includes(canonicalHost(host)))
  // A separate stack, because stand-ins may start after the caller has moved the contents of `stack`.
  const started = stack.use(new AsyncDisposableStack())
  let running: Promise<Running> | undefined
  let answering: Running | undefined

  async function start(): Promise<Running> {
    const standIns = await loadStandIns()
    const isServed = unserved.some((host) => standIns.has(host))
    const open = [...standIns].flatMap(([host, { credential }]) =>
      isServed && Object.keys(credential).length === 0 && !env.upstreams.has(host) ? [host] : [],
    )
    const upstreams = new Map<string, Upstream>()
    const credentials = new Map<string, BoundCredential>()
    for (const host of [...unserved, ...open]) {
      const standIn = standIns.get(host)
      if (standIn === undefined) continue
      const { url, close } = await standIn.start({ places: places(), clock })
      started.defer(close)
      upstreams.set(host, { url, data: standIn.data })
      for (const [name, value] of Object.entries(standIn.credential)) {
        credentials.set(name, { version: versionOf(name, value), hosts: [host], value: () => value })
      }
      const why = open.includes(host) ? `${host} needs no key` : `no key for ${host} is set`
      log.info(`${why}: its stand-in answers, with ${standIn.data} data`, { url })
    }
    return { upstreams, credentials }
  }

  const upstreams: Upstreams = { of: (host) => answering?.upstreams.get(canonicalHost(host)) ?? given.of(host) }

  return {
    /** The credentials of the environment. */
    environment: createEnvironmentBroker(env.credentials, env.unnamedSecrets),
    upstreams,
    /**
     * Whether all hosts with credentials now return generated data. False if no host has credentials, or with
     * TRAVEL_SAMPLE=on.
     */
    areSample(): boolean {
      const asked = [...keyed, ...(answering?.upstreams.keys() ?? [])]
      // With TRAVEL_SAMPLE=on, stored credentials may still be used for live hosts.
      return env.sample !== 'on' && asked.length > 0 && asked.every((host) => upstreams.of(host)?.data === 'sample')
    },
    /**
     * The broker of all executions: `own`, plus the stand-ins' credentials while stand-ins answer. `isLive`: whether a
     * live source has its credentials; called before the broker is returned, and again while the process runs.
     */
    async broker(own: CredentialBroker, isLive: () => Promise<boolean>): Promise<CredentialBroker> {
      let decided: { readonly at: number; readonly done: Promise<void> } | undefined

      async function decide(): Promise<void> {
        const isWanted = env.sample === 'on' || (env.sample === 'auto' && !(await isLive()))
        if (!isWanted && answering !== undefined) log.info('a live source has its credentials: no stand-in answers')
        if (isWanted) {
          // After a failed start, the next decision tries again.
          running ??= start().catch((cause: unknown) => {
            running = undefined
            throw cause
          })
        }
        answering = isWanted ? await running : undefined
      }

      /** Concurrent requests share one decision. */
      async function settle(): Promise<void> {
        if (unserved.length === 0 || env.sample === 'off') return
        const at = clock.monotonic()
        if (decided === undefined || at - decided.at >= decisionMs) decided = { at, done: decide() }
        await decided.done
      }

      await settle()
      return {
        ...(own.whyMissing ? { whyMissing: own.whyMissing } : {}),
        async bind(principal, secrets, ofPrincipal) {
          await settle()
          const bound = await own.bind(principal, secrets, ofPrincipal)
          const ofStandIns = answering?.credentials
          if (ofStandIns === undefined) return bound
          // These replace the broker's own credentials: a real key never goes to a stand-in.
          return new Map([...bound, ...[...ofStandIns].filter(([name]) => secrets.includes(name))])
        },
      }
    },
  }
}

type Running = {
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly credentials: ReadonlyMap<string, BoundCredential>
}

async function loadOwnStandIns(): Promise<ReadonlyMap<string, StandIn>> {
  const { standIns } = await import('#sample-provider/stand-ins.ts')
  return new Map(Object.entries(standIns))
}

/** Returns the target of each host: the base URL in `map`, or else the declared host, labelled live. */
export function createUpstreams(map: ReadonlyMap<string, Upstream>): Upstreams {
  const named = new Map([...map].map(([host, upstream]) => [canonicalHost(host), upstream]))
  return {
    of: (host) => named.get(canonicalHost(host)) ?? { url: `https://${canonicalHost(host)}`, data: 'live' },
  }
}
