import { randomBytes } from 'node:crypto'
import type { BoundCredential, BoundCredentials } from '../../contract/bound-credentials.ts'
import { newId } from '../../contract/ids.ts'
import type { HttpMethod } from '../../contract/manifest.ts'
import type { Clock, CredentialBroker, Log, Upstream } from '../../core/ports.ts'
import type { Grant } from '../../core/skill.ts'
import { nothing } from '../../policy/effective-permissions.ts'
import { versionOf } from '../../run/bind-credentials.ts'
import { type AddressPolicy, classifyAddress } from '../address-policy.ts'
import { createEgressEngine, type EgressEngineOptions } from '../engine.ts'
import type { EgressEngine, EgressRequest, EgressResult, EgressSession, EgressSessionOptions } from '../session.ts'
import { testAuthority } from './tls-fixture.ts'

/** The real policy, which here also allows the loopback address of the test servers. */
export const loopbackToo: AddressPolicy = (address) =>
  address === '127.0.0.1' ? { allowed: true } : classifyAddress(address)

export const realClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

export type LogLine = { readonly message: string; readonly fields: Record<string, unknown> | undefined }

export function recordingLog(lines: LogLine[] = []): Log {
  const add = (message: string, fields?: Record<string, unknown>) => void lines.push({ message, fields })
  return { debug: add, info: add, warn: add, error: add }
}

/** Secrets by name: the value, the hosts that may get it, and the places where its placeholder may stand. */
export type TestSecrets = Readonly<
  Record<string, Pick<BoundCredential, 'hosts' | 'places'> & { readonly value: string }>
>

export function boundOf(secrets: TestSecrets): BoundCredentials {
  return new Map(
    Object.entries(secrets).map(([name, { value, ...where }]) => [
      name,
      { version: versionOf(name, value), ...where, value: () => value },
    ]),
  )
}

/** Serves the same values to every principal. */
export function brokerOf(secrets: TestSecrets): CredentialBroker {
  const all = boundOf(secrets)
  return { bind: async (_, names) => new Map([...all].filter(([name]) => names.includes(name))) }
}

type Overrides = Partial<EgressEngineOptions> & { readonly upstream?: Record<string, Upstream> }

/** An engine that trusts the test authority and resolves every name to the loopback. */
export function engineOf({ upstream = {}, ...overrides }: Overrides = {}): EgressEngine {
  return createEgressEngine({
    upstreams: { of: (host) => upstream[host] },
    clock: realClock,
    randomBytes,
    log: recordingLog(),
    resolve: async () => ['127.0.0.1'],
    addressPolicy: loopbackToo,
    ca: testAuthority,
    ...overrides,
  })
}

export function grantOf(
  egress: readonly string[],
  { methods = ['GET', 'POST'], secrets = [], responseKb = 64 }: GrantOptions = {},
): Grant {
  return {
    permissions: {
      ...nothing,
      network: { egress: [...egress], methods: [...methods] },
      secrets: [...secrets],
    },
    runtimes: [],
    limits: {
      timeoutMs: 60_000,
      memoryMb: 64,
      cpus: 1,
      fuel: 100,
      outputKb: 64,
      hostCalls: 64,
      hostCallsInFlight: 8,
      responseKb,
    },
  }
}
type GrantOptions = { methods?: readonly HttpMethod[]; secrets?: readonly string[]; responseKb?: number }

export function sessionOf(
  engine: EgressEngine,
  grant: Grant,
  options: Partial<EgressSessionOptions> = {},
): EgressSession {
  return engine.open({
    execution: newId('exec', randomBytes),
    skill: 'test-skill',
    fairKey: 'ada',
    grant,
    credentials: new Map(),
    uses: {},
    alsoHidden: [],
    rate: undefined,
    leftMs: () => 60_000,
    signal: new AbortController().signal,
    ...options,
  })
}

export function requestOf(url: string, options: Partial<EgressRequest> = {}): EgressRequest {
  return { url, method: 'GET', headers: [], body: undefined, timeoutMs: undefined, follows: true, ...options }
}

/** The response's body as text. Any other result fails the test. */
export function textOf(result: EgressResult): string {
  if (result.kind !== 'response') throw new Error(`expected a response, got ${JSON.stringify(result)}`)
  return Buffer.from(result.body).toString()
}
