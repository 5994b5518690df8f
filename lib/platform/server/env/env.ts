import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { mistyped } from '#runner/manifest/did-you-mean.ts'
import type { EngineAddress } from '#runner/runtimes/container/engine.ts'
import { isDamaged, pastedToken, pastedValue } from '../../model/pasted-value.ts'
import { knownCredentials } from '../vault/environment-broker.ts'
import { calendarOf, calendarProblems } from './calendar-settings.ts'
import { isSecretName } from './egress-settings.ts'
import { llmOf, llmProblems, realtimeOf, realtimeProblems } from './llm-settings.ts'
import { mapOf, mapProblems } from './map-settings.ts'
import { channelOf, gatewayOf, mailOf, messageProblems } from './message-settings.ts'
import { findProjectRoot } from './project-root.ts'
import { settingsInEffect } from './settings-in-effect.ts'
import { formerNames, type Given, isVariable, remedies, unknownVariables, variablesSchema } from './variables.ts'

const defaultCredentialHosts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  knownCredentials.flatMap(({ host, names }) => names.map((name) => [name, [host]])),
)

const sets: { all: readonly string[]; with: readonly string[] }[] = [
  ...knownCredentials.map(({ names }) => ({ all: names, with: [] })),
  { all: ['TRAVEL_BACKUP_S3_KEY_ID', 'TRAVEL_BACKUP_S3_SECRET'], with: [] },
  { all: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], with: ['OIDC_NAME', 'OIDC_HOSTS'] },
]

/** Checks variables that must be set together. Returns one sentence for each missing variable. */
const findMissing = (given: Given): string[] =>
  sets.flatMap(({ all, with: alongside }) => {
    const present = [...all, ...alongside].filter((name) => given[name] !== undefined)
    const missing = present.length === 0 ? [] : all.filter((name) => given[name] === undefined)
    return missing.map((name) => `${name} is missing, but ${present.join(' and ')} is set: set all of them or none.`)
  })

/** Finds misspelled credential names whose correct name is unset: a stand-in would silently answer for the provider. */
const findMistyped = (given: Given, named: readonly string[]): string[] => {
  const unset = Object.keys(defaultCredentialHosts).filter((name) => given[name] === undefined)
  return Object.keys(given).flatMap((name) => {
    const meant = isSecretName(name) && !named.includes(name) ? mistyped(name, unset) : undefined
    return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`]
  })
}

/** Finds credentials that copying has damaged: no provider would accept them, and nobody would see why. */
const findDamaged = (given: Given, names: readonly string[]): string[] =>
  names
    .filter((name) => isDamaged(pastedToken(given[name] ?? '')))
    .map((name) => `${name} has a line break or a character inside that nobody sees: copy it again.`)

/** Never repeats a value: a secret in the wrong variable must not reach a log. */
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  const [name] = issue.path
  if (!isVariable(name)) return issue.message
  const shown = issue.code === 'custom' && issue.params?.shown === true ? ` (${issue.message})` : ''
  return `${name} is invalid${shown}: ${remedies[name]}.`
}

const uniqueSentences = (issues: z.core.$ZodIssue[]): string[] => [...new Set(issues.map(sentenceOf))]

/**
 * The settings of this process. An empty variable counts as unset.
 *
 * @throws EnvError with one sentence for each bad variable.
 */
export const readEnv = (source: Given = process.env, projectRoot = findProjectRoot()) => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && pastedValue(value) !== ''),
  )
  const parsed = variablesSchema.safeParse(given)
  const problems = [
    ...(parsed.success ? [] : uniqueSentences(parsed.error.issues)),
    ...unknownVariables(Object.keys(given)),
    ...findMistyped(given, Object.keys(parsed.data?.TRAVEL_CREDENTIALS ?? {})),
    ...findMissing(given),
    ...findDamaged(given, Object.keys({ ...defaultCredentialHosts, ...parsed.data?.TRAVEL_CREDENTIALS })),
    ...messageProblems(given),
    ...calendarProblems(given),
    ...llmProblems(given),
    ...mapProblems(given),
    ...realtimeProblems(given),
  ]
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const values = parsed.data
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const credentials = new Map(
    Object.entries({ ...defaultCredentialHosts, ...values.TRAVEL_CREDENTIALS }).map(([name, hosts]) => [
      name,
      { hosts, value: given[name] === undefined ? undefined : pastedToken(given[name]) || undefined },
    ]),
  )
  const dataDir = resolve(projectRoot, values.TRAVEL_DATA_DIR ?? '.data')
  return {
    /** Every setting as an operator may see it: without the value of one that may contain a secret. */
    settings: settingsInEffect(given, values),
    /** Set variables that earlier versions read. They have no effect. */
    formerSettings: formerNames.filter((name) => given[name] !== undefined),
    /** Absent: the built-in server. */
    databaseUrl: values.DATABASE_URL,
    /** Under `npm run dev`: reloads skills that changed on disk. */
    isDevelopment: source.NODE_ENV === 'development',
    /** Whether pages for developers exist: under `npm run dev`, and in the app of the browser tests. */
    hasDeveloperPages: source.NODE_ENV === 'development' || source.TRAVEL_E2E_PAGES === 'on',
    dataDir,
    /** The file with the operator's configuration. `isRequired`: it must exist. */
    config: {
      path: resolve(projectRoot, values.TRAVEL_CONFIG ?? 'travel.config.json'),
      isRequired: values.TRAVEL_CONFIG !== undefined,
    },
    host: values.HOST,
    port: values.PORT,
    /** The public URL, if it differs from host and port. */
    publicUrl: values.NEXTAUTH_URL,
    /** 32 bytes. Absent: the instance's own key, created at the first start. */
    sessionKey: values.TRAVEL_SESSION_KEY,
    /** 32 bytes. Absent: the instance's own key, created at the first start. */
    encryptionKey: values.TRAVEL_ENCRYPTION_KEY,
    /** Absent: no OpenID Connect provider. */
    oidc:
      issuer && clientId && clientSecret
        ? {
            ...{ issuer, clientId, clientSecret, hosts: values.OIDC_HOSTS ?? [] },
            name: values.OIDC_NAME ?? new URL(issuer).hostname,
          }
        : undefined,
    /** By declared host. */
    upstreams: new Map(Object.entries(values.TRAVEL_UPSTREAMS ?? {})),
    credentials,
    /** Names of set variables that could be credentials but are not in TRAVEL_CREDENTIALS, for a hint. Never values. */
    unnamedSecrets: new Set(Object.keys(given).filter((name) => isSecretName(name) && !credentials.has(name))),
    /** Hosts whose credential variables are all unset: a stand-in may answer for them. */
    keylessHosts: knownCredentials
      .filter(({ names }) => names.every((name) => given[name] === undefined))
      .map(({ host }) => host),
    /** Whether stand-ins with generated data answer. `auto`: until a live source has its credentials. */
    sample: values.TRAVEL_SAMPLE,
    /** The maximum of saved searches that run in an hour, for all people together. 0: no saved search runs. */
    savedSearchesPerHour: values.TRAVEL_SAVED_SEARCHES_PER_HOUR,
    logLevel: values.LOG_LEVEL,
    /** What this process does. */
    role: values.TRAVEL_ROLE,
    /** Number of worker threads; absent: depends on the machine. */
    workers: values.TRAVEL_WORKERS,
    /** How long open requests and running work may take to end when the process is asked to stop. */
    drainMs: values.TRAVEL_DRAIN_SECONDS * 1000,
    /** The folder with packages for scripts in Python. Absolute path. Undefined: scripts have none. */
    pythonPackages: values.TRAVEL_PYTHON_PACKAGES && resolve(projectRoot, values.TRAVEL_PYTHON_PACKAGES),
    /** The networking mode of skills' containers. */
    containers: {
      mode: values.TRAVEL_CONTAINER_RUNTIME,
      /** `undefined`: DOCKER_HOST has an unsupported address. */
      engine: engineAddressOf(values.DOCKER_HOST),
      /** Address range of container networks; absent: the runtime's default. */
      subnets: values.TRAVEL_CONTAINER_SUBNETS,
      /** Maximum of concurrent containers; absent: depends on the engine. */
      atOnce: values.TRAVEL_CONTAINERS,
      /** Total memory of all containers; absent: half of the engine's memory. */
      memoryMb: values.TRAVEL_CONTAINER_MEMORY_MB,
    },
    /** The Debian image under the base image of skills. Absent: the pinned image, or one built from Debian packages. */
    baseImage: values.TRAVEL_BASE_IMAGE,
    /** How many days the rows of ended executions are kept. */
    executionDays: values.TRAVEL_EXECUTION_DAYS,
    /** How many days outputs, host calls and large answers are kept, and the limit of the size of large ones in MB. */
    journal: { days: values.TRAVEL_JOURNAL_DAYS, mb: values.TRAVEL_JOURNAL_MB },
    /** The collector of spans. Absent: none are recorded. */
    tracesTo: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** The token for /metrics. Absent: only this machine may read them. */
    metricsToken: values.TRAVEL_METRICS_TOKEN,
    /** Where the app also sends the signed heads of the audit trail: the absolute path of a file, a URL or both. */
    auditHeads: {
      file: values.TRAVEL_AUDIT_HEAD_FILE && resolve(projectRoot, values.TRAVEL_AUDIT_HEAD_FILE),
      url: values.TRAVEL_AUDIT_HEAD_URL,
    },
    /**
     * For whom backups are encrypted, what opens encrypted ones, and the access key of an S3-compatible storage for them.
     * Absent: there is none.
     */
    backups: {
      lock: values.TRAVEL_BACKUP_RECIPIENT
        ? { recipient: values.TRAVEL_BACKUP_RECIPIENT }
        : values.TRAVEL_BACKUP_PASSPHRASE
          ? { passphrase: values.TRAVEL_BACKUP_PASSPHRASE }
          : undefined,
      passphrase: values.TRAVEL_BACKUP_PASSPHRASE,
      s3Key:
        values.TRAVEL_BACKUP_S3_KEY_ID && values.TRAVEL_BACKUP_S3_SECRET
          ? { id: values.TRAVEL_BACKUP_S3_KEY_ID, secret: values.TRAVEL_BACKUP_S3_SECRET }
          : undefined,
    },
    /** The folder for the files of skills. Absolute path. */
    filesDir: values.TRAVEL_FILES_DIR ? resolve(projectRoot, values.TRAVEL_FILES_DIR) : join(dataDir, 'skill-files'),
    /** The operator's calendar, for the command ical-query. Undefined: none. */
    calendar: calendarOf(values, projectRoot),
    /** The operator's name, which skills may mention, and the channel for messages to the operator. */
    operator: {
      name: values.OPERATOR_NAME,
      channel: channelOf(values, given),
      /** The id of the operator's Telegram chat, for skills that may message the operator. */
      telegramId: values.OPERATOR_TELEGRAM_ID,
      /** When the operator hears about what waits in the console. */
      alerts: values.TRAVEL_OPERATOR_ALERTS,
      /** The gateway to which skills with the permission `gateway` may post. */
      gateway: gatewayOf(values),
    },
    /** The mail server for mails to travelers. Undefined: the app sends none. */
    mail: mailOf(values),
    /** Further allowed hosts of push services, and the operator's contact for push services. */
    push: { moreHosts: values.TRAVEL_PUSH_HOSTS ?? [], subject: values.TRAVEL_PUSH_SUBJECT },
    /** The language model of `llm.predict`. Absent: the caller's own model answers. */
    llm: llmOf(values),
    /** The vector tiles of maps. Undefined: maps are drawn from the data of packages. */
    map: mapOf(values, projectRoot),
    /** Whether the gates ask the language model about skills that they admit. */
    secondOpinion: values.TRAVEL_SECOND_OPINION === 'on',
    /** The Realtime API for sessions of agents. Absent: agents cannot start sessions. */
    realtime: realtimeOf(values),
    /**
     * How agents authenticate, whether everyone may create a profile, and after how many days a profile is deleted that
     * nobody has locked.
     */
    agents: {
      auth: values.TRAVEL_AGENT_AUTH,
      openProfiles: values.TRAVEL_OPEN_PROFILES === 'true',
      unlockedDays: values.TRAVEL_UNLOCKED_PROFILE_DAYS,
    },
    /** Number of trusted proxies in front of the app, for the client's address. */
    trustedProxies: values.TRAVEL_TRUST_PROXY,
  }
}

export type Env = ReturnType<typeof readEnv>

/** The environment is unusable. The message has one sentence for each bad variable, with its name and the remedy. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
  readonly code = 'ENVIRONMENT_INVALID'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * The engine in `DOCKER_HOST`: a socket (`unix:///…`) or a plain port (`tcp://host:port`, on this machine or behind a
 * tunnel). `undefined`: an address of another kind. That is not an error, because other programs read the variable too.
 */
export function engineAddressOf(dockerHost: string | undefined): EngineAddress | undefined {
  if (dockerHost === undefined) return { kind: 'socket', path: '/var/run/docker.sock' }
  const path = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1]
  if (path !== undefined) return { kind: 'socket', path }
  const url = URL.parse(dockerHost)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined
  return { kind: 'tcp', host: url.hostname, port: Number(url.port) }
}

/** The URL that people open. */
export function baseUrlOf({ publicUrl, ...listens }: Pick<Env, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? listenUrlOf(listens)
}

/** The URL of the app on its own machine. */
export function listenUrlOf({ host, port }: Pick<Env, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** What the program of a tunnel needs from the environment of the app, which also has secrets. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|TMPDIR|XDG_\w+|SSL_CERT_(?:FILE|DIR)|NGROK_\w+|(?:https?|no|all)_proxy)$/i

export const tunnelEnvironment = (given: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => passedOn.test(name))),
  NODE_ENV: given.NODE_ENV,
})
