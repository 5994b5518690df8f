import { resolve } from 'node:path'
import type { z } from 'zod'
import type { EnvironmentCredential } from '#lib/vault/environment-broker.ts'
import { knownCredentials } from '#lib/vault/known-credentials.ts'
import type { Upstream } from '#runner/ports.ts'
import type { EngineAddress } from '#runner/runtimes/container/engine.ts'
import { engineAddressOf } from './engine-address.ts'
import { EnvError } from './env-error.ts'
import { findProjectRoot } from './project-root.ts'
import { type containerModes, isVariable, type logLevels, remedies, variablesSchema } from './variables.ts'

export type Env = {
  /** Absent: the built-in server. */
  readonly databaseUrl: string | undefined
  /** Under `npm run dev`: what changed on disk is loaded anew. */
  readonly isDevelopment: boolean
  /** Absolute. */
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** The address that people open, where it differs from host and port. */
  readonly publicUrl: string | undefined
  /** 32 bytes. Absent: the instance's own, made at first start. */
  readonly sessionKey: Uint8Array | undefined
  /** 32 bytes. Absent: the instance's own, made at first start. */
  readonly encryptionKey: Uint8Array | undefined
  /** Absent: no OpenID Connect provider. */
  readonly oidc:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string; readonly name: string }
    | undefined
  /** By declared host. */
  readonly upstreams: ReadonlyMap<string, Upstream>
  /** By secret name. A name that is not here has no value and goes nowhere. */
  readonly credentials: ReadonlyMap<string, EnvironmentCredential>
  /** Hosts of known credentials of which no variable is set: a stand-in may answer for them. */
  readonly keylessHosts: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
  /** How many worker threads; absent: chosen from the machine. */
  readonly workers: number | undefined
  /** How skills run in containers. */
  readonly containers: {
    readonly mode: (typeof containerModes)[number]
    /** `undefined`: DOCKER_HOST names one that cannot be used from here. */
    readonly engine: EngineAddress | undefined
    /** Where networks of containers get their addresses from; absent: the runtime's default. */
    readonly subnets: string | undefined
    /** At once; absent: chosen from the engine. */
    readonly atOnce: number | undefined
    /** All of them together; absent: half of what the engine has. */
    readonly memoryMb: number | undefined
    /** What those that were started ahead may use together, by their limits, on top of that; 0: none are. */
    readonly preStartMb: number
  }
  /** The operator's own Debian image that the base image of skills is built on. Absent: the pinned one, or Debian's packages. */
  readonly baseImage: string | undefined
  /** How long and how much is kept of what providers answered, for replays. */
  readonly journal: { readonly days: number; readonly mb: number }
  /** How many proxies in front are believed when they say who the client is. */
  readonly trustedProxies: number
}

type Source = Readonly<Record<string, string | undefined>>

const defaultCredentialHosts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  knownCredentials.flatMap(({ host, names }) => names.map((name) => [name, [host]])),
)

const sets: { all: readonly string[]; with: readonly string[] }[] = [
  ...knownCredentials.map(({ names }) => ({ all: names, with: [] })),
  { all: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], with: ['OIDC_NAME'] },
]

/** Variables that make sense only together: one sentence for each that is missing beside its others. */
const findMissing = (given: Source): string[] =>
  sets.flatMap(({ all, with: alongside }) => {
    const present = [...all, ...alongside].filter((name) => given[name] !== undefined)
    const missing = present.length === 0 ? [] : all.filter((name) => given[name] === undefined)
    return missing.map((name) => `${name} is missing beside ${present.join(' and ')}: set it too, or none of them.`)
  })

/** Values are never repeated here: a secret that was pasted into the wrong variable must not reach a log. */
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  const [name] = issue.path
  if (!isVariable(name)) return issue.message
  const shown = issue.code === 'custom' && issue.params?.shown === true ? ` (${issue.message})` : ''
  return `${name} is not usable${shown}: ${remedies[name]}.`
}

const uniqueSentences = (issues: z.core.$ZodIssue[]): string[] => [...new Set(issues.map(sentenceOf))]

/**
 * The settings of this process. A variable that is set to nothing counts as not set.
 *
 * @throws EnvError with one sentence for each bad variable.
 */
export const readEnv = (source: Source = process.env, projectRoot = findProjectRoot()): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variablesSchema.safeParse(given)
  const problems = [...(parsed.success ? [] : uniqueSentences(parsed.error.issues)), ...findMissing(given)]
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const values = parsed.data
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const hosts = Object.entries(values.TRAVEL_CREDENTIALS ?? defaultCredentialHosts)
  return {
    databaseUrl: values.DATABASE_URL,
    isDevelopment: source.NODE_ENV === 'development',
    dataDir: resolve(projectRoot, values.TRAVEL_DATA_DIR ?? '.data'),
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.NEXTAUTH_URL,
    sessionKey: values.TRAVEL_SESSION_KEY,
    encryptionKey: values.TRAVEL_ENCRYPTION_KEY,
    oidc:
      issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, name: values.OIDC_NAME ?? new URL(issuer).hostname }
        : undefined,
    upstreams: new Map(Object.entries(values.TRAVEL_UPSTREAMS ?? {})),
    credentials: new Map(hosts.map(([name, to]) => [name, { hosts: to, value: given[name] }])),
    keylessHosts: knownCredentials
      .filter(({ names }) => names.every((name) => given[name] === undefined))
      .map(({ host }) => host),
    logLevel: values.LOG_LEVEL,
    workers: values.TRAVEL_WORKERS,
    containers: {
      mode: values.TRAVEL_CONTAINER_RUNTIME,
      engine: engineAddressOf(values.DOCKER_HOST),
      subnets: values.TRAVEL_CONTAINER_SUBNETS,
      atOnce: values.TRAVEL_CONTAINERS,
      memoryMb: values.TRAVEL_CONTAINER_MEMORY_MB,
      preStartMb: values.TRAVEL_CONTAINER_PRESTART === 'on' ? values.TRAVEL_CONTAINER_PRESTART_MB : 0,
    },
    baseImage: values.TRAVEL_BASE_IMAGE,
    journal: { days: values.TRAVEL_JOURNAL_DAYS, mb: values.TRAVEL_JOURNAL_MB },
    trustedProxies: values.TRAVEL_TRUST_PROXY,
  }
}
