import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { Upstream } from '#runner/core/ports.ts'
import { mistyped } from '#runner/manifest/did-you-mean.ts'
import type { EngineAddress } from '#runner/runtimes/container/engine.ts'
import type { AlertMode } from '../../model/alert-mode.ts'
import { isDamaged, pastedToken, pastedValue } from '../../model/pasted-value.ts'
import type { OidcSettings } from '../auth/auth.ts'
import type { AirlockLock } from '../backup/airlock/airlock-header.ts'
import type { MailSettings } from '../mail/mailer.ts'
import type { EnvironmentCredential } from '../vault/environment-broker.ts'
import { knownCredentials } from '../vault/known-credentials.ts'
import { type CalendarSettings, calendarOf, calendarProblems } from './calendar-settings.ts'
import { isSecretName } from './egress-settings.ts'
import { engineAddressOf } from './engine-address.ts'
import { EnvError } from './env-error.ts'
import { type LlmSettings, llmOf, llmProblems } from './llm-settings.ts'
import { type MapSettings, mapOf, mapProblems } from './map-settings.ts'
import { channelOf, gatewayOf, mailOf, messageProblems } from './message-settings.ts'
import type { ChannelSettings, GatewaySettings, RealtimeSettings } from './outbound-settings.ts'
import { findProjectRoot } from './project-root.ts'
import { realtimeOf, realtimeProblems } from './realtime-settings.ts'
import { type SettingInEffect, settingsInEffect } from './settings-in-effect.ts'
import {
  type containerModes,
  formerNames,
  type Given,
  isVariable,
  type logLevels,
  remedies,
  type roles,
  unknownVariables,
  variablesSchema,
} from './variables.ts'

export type Env = {
  /** Every setting as an operator may see it: without the value of one that may contain a secret. */
  readonly settings: readonly SettingInEffect[]
  /** Set variables that earlier versions read. They have no effect. */
  readonly formerSettings: readonly string[]
  /** Absent: the built-in server. */
  readonly databaseUrl: string | undefined
  /** Under `npm run dev`: reloads skills that changed on disk. */
  readonly isDevelopment: boolean
  /** Whether pages for developers exist: under `npm run dev`, and in the app of the browser tests. */
  readonly hasDeveloperPages: boolean
  /** Absolute. */
  readonly dataDir: string
  /** The file with the operator's configuration. `isRequired`: it must exist. */
  readonly config: { readonly path: string; readonly isRequired: boolean }
  readonly host: string
  readonly port: number
  /** The public URL, if it differs from host and port. */
  readonly publicUrl: string | undefined
  /** 32 bytes. Absent: the instance's own key, created at the first start. */
  readonly sessionKey: Uint8Array | undefined
  /** 32 bytes. Absent: the instance's own key, created at the first start. */
  readonly encryptionKey: Uint8Array | undefined
  /** Absent: no OpenID Connect provider. */
  readonly oidc: OidcSettings | undefined
  /** By declared host. */
  readonly upstreams: ReadonlyMap<string, Upstream>
  /** By secret name. Any other name has no value. */
  readonly credentials: ReadonlyMap<string, EnvironmentCredential>
  /** Names of set variables that could be credentials but are not in TRAVEL_CREDENTIALS, for a hint. Never values. */
  readonly unnamedSecrets: ReadonlySet<string>
  /** Hosts whose credential variables are all unset: a stand-in may answer for them. */
  readonly keylessHosts: readonly string[]
  /** Whether stand-ins with generated data answer. `auto`: until a live source has its credentials. */
  readonly sample: 'auto' | 'on' | 'off'
  /** The maximum of saved searches that run in an hour, for all people together. 0: no saved search runs. */
  readonly savedSearchesPerHour: number
  readonly logLevel: (typeof logLevels)[number]
  /** What this process does. */
  readonly role: (typeof roles)[number]
  /** Number of worker threads; absent: depends on the machine. */
  readonly workers: number | undefined
  /** How long open requests and running work may take to end when the process is asked to stop. */
  readonly drainMs: number
  /** The folder with packages for scripts in Python. Absolute path. Undefined: scripts have none. */
  readonly pythonPackages: string | undefined
  /** The networking mode of skills' containers. */
  readonly containers: {
    readonly mode: (typeof containerModes)[number]
    /** `undefined`: DOCKER_HOST has an unsupported address. */
    readonly engine: EngineAddress | undefined
    /** Address range of container networks; absent: the runtime's default. */
    readonly subnets: string | undefined
    /** Maximum of concurrent containers; absent: depends on the engine. */
    readonly atOnce: number | undefined
    /** Total memory of all containers; absent: half of the engine's memory. */
    readonly memoryMb: number | undefined
  }
  /** The Debian image under the base image of skills. Absent: the pinned image, or one built from Debian packages. */
  readonly baseImage: string | undefined
  /** How many days the rows of ended executions are kept. */
  readonly executionDays: number
  /** How many days outputs, host calls and large answers are kept, and the limit of the size of large ones in MB. */
  readonly journal: { readonly days: number; readonly mb: number }
  /** The collector of spans. Absent: none are recorded. */
  readonly tracesTo: string | undefined
  /** The token for /metrics. Absent: only this machine may read them. */
  readonly metricsToken: string | undefined
  /** Where the app also sends the signed heads of the audit trail: the absolute path of a file, a URL or both. */
  readonly auditHeads: { readonly file: string | undefined; readonly url: string | undefined }
  /**
   * For whom backups are encrypted, what opens encrypted ones, and the access key of an S3-compatible storage for them.
   * Absent: there is none.
   */
  readonly backups: {
    readonly lock: AirlockLock | undefined
    readonly passphrase: string | undefined
    readonly s3Key: { readonly id: string; readonly secret: string } | undefined
  }
  /** The folder for the files of skills. Absolute path. */
  readonly filesDir: string
  /** The operator's calendar, for the command ical-query. Undefined: none. */
  readonly calendar: CalendarSettings | undefined
  /** The operator's name, which skills may mention, and the channel for messages to the operator. */
  readonly operator: {
    readonly name: string | undefined
    readonly channel: ChannelSettings | undefined
    /** The id of the operator's Telegram chat, for skills that may message the operator. */
    readonly telegramId: string | undefined
    /** When the operator hears about what waits in the console. */
    readonly alerts: AlertMode
    /** The gateway to which skills with the permission `gateway` may post. */
    readonly gateway: GatewaySettings | undefined
  }
  /** The mail server for mails to travelers. Undefined: the app sends none. */
  readonly mail: MailSettings | undefined
  /** Further allowed hosts of push services, and the operator's contact for push services. */
  readonly push: { readonly moreHosts: readonly string[]; readonly subject: string | undefined }
  /** The vector tiles of maps. Undefined: maps are drawn from the data of packages. */
  readonly map: MapSettings | undefined
  /** The language model of `llm.predict`. Absent: the caller's own model answers. */
  readonly llm: LlmSettings | undefined
  /** Whether the gates ask the language model about skills that they admit. */
  readonly secondOpinion: boolean
  /** The Realtime API for sessions of agents. Absent: agents cannot start sessions. */
  readonly realtime: RealtimeSettings | undefined
  /**
   * How agents authenticate, whether everyone may create a profile, and after how many days a profile is deleted that
   * nobody has locked.
   */
  readonly agents: { readonly auth: 'by-id' | 'strict'; readonly openProfiles: boolean; readonly unlockedDays: number }
  /** Number of trusted proxies in front of the app, for the client's address. */
  readonly trustedProxies: number
}

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
export const readEnv = (source: Given = process.env, projectRoot = findProjectRoot()): Env => {
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
    settings: settingsInEffect(given, values),
    formerSettings: formerNames.filter((name) => given[name] !== undefined),
    databaseUrl: values.DATABASE_URL,
    isDevelopment: source.NODE_ENV === 'development',
    hasDeveloperPages: source.NODE_ENV === 'development' || source.TRAVEL_E2E_PAGES === 'on',
    dataDir,
    config: {
      path: resolve(projectRoot, values.TRAVEL_CONFIG ?? 'travel.config.json'),
      isRequired: values.TRAVEL_CONFIG !== undefined,
    },
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.NEXTAUTH_URL,
    sessionKey: values.TRAVEL_SESSION_KEY,
    encryptionKey: values.TRAVEL_ENCRYPTION_KEY,
    oidc:
      issuer && clientId && clientSecret
        ? {
            ...{ issuer, clientId, clientSecret, hosts: values.OIDC_HOSTS ?? [] },
            name: values.OIDC_NAME ?? new URL(issuer).hostname,
          }
        : undefined,
    upstreams: new Map(Object.entries(values.TRAVEL_UPSTREAMS ?? {})),
    credentials,
    unnamedSecrets: new Set(Object.keys(given).filter((name) => isSecretName(name) && !credentials.has(name))),
    keylessHosts: knownCredentials
      .filter(({ names }) => names.every((name) => given[name] === undefined))
      .map(({ host }) => host),
    sample: values.TRAVEL_SAMPLE,
    savedSearchesPerHour: values.TRAVEL_SAVED_SEARCHES_PER_HOUR,
    logLevel: values.LOG_LEVEL,
    role: values.TRAVEL_ROLE,
    workers: values.TRAVEL_WORKERS,
    drainMs: values.TRAVEL_DRAIN_SECONDS * 1000,
    pythonPackages: values.TRAVEL_PYTHON_PACKAGES && resolve(projectRoot, values.TRAVEL_PYTHON_PACKAGES),
    containers: {
      mode: values.TRAVEL_CONTAINER_RUNTIME,
      engine: engineAddressOf(values.DOCKER_HOST),
      subnets: values.TRAVEL_CONTAINER_SUBNETS,
      atOnce: values.TRAVEL_CONTAINERS,
      memoryMb: values.TRAVEL_CONTAINER_MEMORY_MB,
    },
    baseImage: values.TRAVEL_BASE_IMAGE,
    executionDays: values.TRAVEL_EXECUTION_DAYS,
    journal: { days: values.TRAVEL_JOURNAL_DAYS, mb: values.TRAVEL_JOURNAL_MB },
    tracesTo: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    metricsToken: values.TRAVEL_METRICS_TOKEN,
    auditHeads: {
      file: values.TRAVEL_AUDIT_HEAD_FILE && resolve(projectRoot, values.TRAVEL_AUDIT_HEAD_FILE),
      url: values.TRAVEL_AUDIT_HEAD_URL,
    },
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
    filesDir: values.TRAVEL_FILES_DIR ? resolve(projectRoot, values.TRAVEL_FILES_DIR) : join(dataDir, 'skill-files'),
    calendar: calendarOf(values, projectRoot),
    operator: {
      name: values.OPERATOR_NAME,
      channel: channelOf(values, given),
      telegramId: values.OPERATOR_TELEGRAM_ID,
      alerts: values.TRAVEL_OPERATOR_ALERTS,
      gateway: gatewayOf(values),
    },
    mail: mailOf(values),
    push: { moreHosts: values.TRAVEL_PUSH_HOSTS ?? [], subject: values.TRAVEL_PUSH_SUBJECT },
    llm: llmOf(values),
    map: mapOf(values, projectRoot),
    secondOpinion: values.TRAVEL_SECOND_OPINION === 'on',
    realtime: realtimeOf(values),
    agents: {
      auth: values.TRAVEL_AGENT_AUTH,
      openProfiles: values.TRAVEL_OPEN_PROFILES === 'true',
      unlockedDays: values.TRAVEL_UNLOCKED_PROFILE_DAYS,
    },
    trustedProxies: values.TRAVEL_TRUST_PROXY,
  }
}
