import { z } from 'zod'
import { notInLine } from '#runner/contract/hidden-text.ts'
import { inputWords } from '#runner/contract/input-words.ts'
import { container } from '#runner/contract/runtimes.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { AlertMode } from '../../model/alert-mode.ts'
import { EmailAddress } from '../../model/email-address.ts'
import { isDamaged, pastedToken, pastedValue } from '../../model/pasted-value.ts'
import {
  baseUrlSchema,
  credentialHostsSchema,
  hostsSchema,
  isSafeAddress,
  isSecretName,
  upstreamsSchema,
} from './egress-settings.ts'
import { channelNames } from './outbound-settings.ts'
import { travelCommand } from './travel-command.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** What a process does: answers requests, works, or both. */
export const roles = ['all', 'web', 'worker'] as const
/** How containers reach the gateway; `auto`: the first mode that works. */
export const containerModes = ['auto', ...container.egress, 'off'] as const
const keyBytes = 32

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to)

const key = z.string().transform((text, context): Uint8Array => {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  if (isHex || isBase64) return Uint8Array.from(Buffer.from(text, isHex ? 'hex' : 'base64'))
  context.addIssue('not a key')
  return z.NEVER
})

/** The address range of container networks. */
const containerSubnets = z.cidrv4().refine((range) => {
  const [address = '', bits] = range.split('/')
  const isPrivate = /^(10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.)/.test(address)
  return isPrivate && Number(bits) >= 8 && Number(bits) <= 24
})

/** A name or a note that people read, in one line: on pages, and the operator's name in what skills say to callers. */
const visibleLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => text.search(notInLine) < 0)
/** A credential as it was copied, with any characters that a person sees. */
const pasted = (most: number) =>
  z
    .string()
    .max(most)
    .overwrite(pastedValue)
    .refine((value) => value !== '' && !isDamaged(value))
const textLike = (pattern: RegExp) => z.string().regex(pattern)
/** A name or a token that fits into a header. */
const visibleText = (least: number, most: number) =>
  z
    .string()
    .overwrite(pastedToken)
    .regex(new RegExp(`^[\\x21-\\x7e]{${least},${most}}$`))
const headerToken = visibleText(1, 1000)

const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
})

const webUrl = z.url({ protocol: /^https?$/ })

/** Cookies and links belong to a whole site, so its address has only a scheme, a host and a port. */
const isSite = (text: string) => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`

/** A variable that holds JSON. The problem names the wrong entry. */
const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'it is not valid JSON', params: { shown: true } })
      return z.NEVER
    }
    const parsed = schema.safeParse(value, { error: inputWords })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const entry = issue?.path.length ? `${issue.path.join('.')}: ` : ''
    const reason = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
    context.addIssue({ code: 'custom', message: `${entry}${reason}`, params: { shown: true } })
    return z.NEVER
  })

const withoutSecrets = new Set<z.ZodType>()

/** Marks a setting whose value is no secret. Any other one, also a new one, may contain a secret. */
const shown = <Schema extends z.ZodType>(schema: Schema): Schema => {
  withoutSecrets.add(schema)
  return schema
}

/** Every variable that the app reads, with its schema. Credentials are separate variables. */
export const variablesSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  TRAVEL_DATA_DIR: shown(z.string().optional()),
  TRAVEL_CONFIG: shown(z.string().optional()),
  HOST: shown(textLike(/^[A-Za-z0-9.:_-]+$/).default('127.0.0.1')),
  PORT: shown(wholeNumber(1, 65_535).default(3000)),
  NEXTAUTH_URL: shown(webUrl.refine(isSite).optional()),
  TRAVEL_SESSION_KEY: key.optional(),
  TRAVEL_ENCRYPTION_KEY: key.optional(),
  OIDC_ISSUER: shown(webUrl.refine(isSafeAddress).optional()),
  OIDC_CLIENT_ID: shown(pasted(1000).optional()),
  OIDC_CLIENT_SECRET: pasted(4000).optional(),
  OIDC_NAME: shown(visibleLine(40).optional()),
  OIDC_HOSTS: shown(hostsSchema.optional()),
  TRAVEL_UPSTREAMS: shown(json(upstreamsSchema).optional()),
  TRAVEL_CREDENTIALS: shown(json(credentialHostsSchema).optional()),
  LOG_LEVEL: shown(z.enum(logLevels).default('info')),
  TRAVEL_ROLE: shown(z.enum(roles).default('all')),
  TRAVEL_WORKERS: shown(wholeNumber(1, 256).optional()),
  TRAVEL_DRAIN_SECONDS: shown(wholeNumber(0, 3600).default(8)),
  TRAVEL_PYTHON_PACKAGES: shown(z.string().optional()),
  TRAVEL_CONTAINER_RUNTIME: shown(z.enum(containerModes).default('auto')),
  DOCKER_HOST: shown(z.string().optional()),
  TRAVEL_CONTAINER_SUBNETS: shown(containerSubnets.optional()),
  TRAVEL_CONTAINERS: shown(wholeNumber(1, 1000).optional()),
  TRAVEL_CONTAINER_MEMORY_MB: shown(wholeNumber(64, 16_000_000).optional()),
  TRAVEL_BASE_IMAGE: shown(textLike(/^[a-z0-9][a-z0-9._/:@-]{0,254}$/i).optional()),
  TRAVEL_EXECUTION_DAYS: shown(wholeNumber(1, 3650).default(365)),
  TRAVEL_JOURNAL_DAYS: shown(wholeNumber(1, 3650).default(30)),
  TRAVEL_JOURNAL_MB: shown(wholeNumber(1, 1_000_000).default(1024)),
  TRAVEL_TRUST_PROXY: shown(wholeNumber(0, 16).default(0)),
  TRAVEL_SAVED_SEARCHES_PER_HOUR: shown(wholeNumber(0, 100_000).default(120)),
  TRAVEL_SAMPLE: shown(z.enum(['auto', 'on', 'off']).default('auto')),
  TRAVEL_OPEN_PROFILES: shown(z.enum(['true', 'false']).default('false')),
  TRAVEL_UNLOCKED_PROFILE_DAYS: shown(wholeNumber(1, 3650).default(30)),
  TRAVEL_AGENT_AUTH: shown(z.enum(['by-id', 'strict']).default('by-id')),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  TRAVEL_METRICS_TOKEN: visibleText(16, 1000).optional(),
  TRAVEL_AUDIT_HEAD_FILE: shown(z.string().optional()),
  TRAVEL_AUDIT_HEAD_URL: webUrl.optional(),
  TRAVEL_BACKUP_PASSPHRASE: z.string().min(12).max(1024).optional(),
  TRAVEL_BACKUP_RECIPIENT: shown(textLike(/^[\w-]{43}$/).optional()),
  TRAVEL_BACKUP_S3_KEY_ID: visibleText(1, 200).optional(),
  TRAVEL_BACKUP_S3_SECRET: visibleText(1, 200).optional(),
  TRAVEL_FILES_DIR: shown(z.string().optional()),
  TRAVEL_CALENDAR: z.string().optional(),
  TRAVEL_CALENDAR_USER: pasted(200).optional(),
  TRAVEL_CALENDAR_PASSWORD: pasted(1000).optional(),
  TRAVEL_CALENDAR_TIME_ZONE: shown(timeZone.optional()),
  OPERATOR_NAME: shown(visibleLine(60).optional()),
  OPERATOR_TELEGRAM_ID: textLike(/^-?\d{1,20}$/).optional(),
  OPERATOR_EMAIL: EmailAddress.optional(),
  TRAVEL_MESSAGE_CHANNEL: shown(z.enum([...channelNames, 'off']).optional()),
  TRAVEL_OPERATOR_ALERTS: shown(AlertMode.default('off')),
  TRAVEL_MESSAGE_WEBHOOK_URL: webUrl.optional(),
  TRAVEL_MESSAGE_WEBHOOK_TOKEN: headerToken.optional(),
  TRAVEL_TELEGRAM_BOT_TOKEN: textLike(/^\d{1,20}:[\w-]{1,100}$/).optional(),
  TRAVEL_TELEGRAM_API_URL: webUrl.default('https://api.telegram.org'),
  OPENCLAW_GATEWAY_URL: webUrl.optional(),
  OPENCLAW_GATEWAY_TOKEN: headerToken.optional(),
  TRAVEL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  TRAVEL_SMTP_FROM: shown(EmailAddress.optional()),
  TRAVEL_PUSH_HOSTS: shown(hostsSchema.optional()),
  TRAVEL_PUSH_SUBJECT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  TRAVEL_MAP_TILES: z.string().max(1000).optional(),
  TRAVEL_MAP_ATTRIBUTION: visibleLine(200).optional(),
  TRAVEL_LLM_URL: shown(baseUrlSchema.optional()),
  TRAVEL_LLM_MODEL: shown(visibleText(1, 100).optional()),
  // A shorter key could not be redacted from answers, because it might equal an ordinary word.
  TRAVEL_LLM_KEY: visibleText(8, 1000).optional(),
  TRAVEL_LLM_CREDENTIAL: shown(z.string().refine(isSecretName).optional()),
  TRAVEL_SECOND_OPINION: shown(z.enum(['on', 'off']).default('off')),
  TRAVEL_REALTIME_MODEL: shown(visibleText(1, 100).optional()),
  TRAVEL_REALTIME_URL: shown(baseUrlSchema.default('https://api.openai.com/v1')),
  TRAVEL_REALTIME_CREDENTIAL: shown(z.string().refine(isSecretName).default('OPENAI_API_KEY')),
})

export type Variables = z.infer<typeof variablesSchema>

/** The variables that are set, as text. */
export type Given = Readonly<Record<string, string | undefined>>

export type Variable = keyof typeof variablesSchema.shape

export const isShown = (name: Variable): boolean => withoutSecrets.has(variablesSchema.shape[name])

const keyRemedy = `set ${keyBytes} bytes in base64 or hex (openssl rand -base64 ${keyBytes}), or unset it to use a generated key`

/** The remedy for each invalid variable. */
export const remedies: Record<Variable, string> = {
  DATABASE_URL: 'set a postgresql:// URL, or unset it to use the built-in database',
  TRAVEL_DATA_DIR: 'set the path of a folder',
  TRAVEL_CONFIG: 'set the path of a JSON file, or unset it to use travel.config.json if there is one',
  HOST: 'set an address or host name to listen on, such as 127.0.0.1',
  PORT: 'set a whole number from 1 to 65535',
  NEXTAUTH_URL: 'set the public URL without user, path and query, such as https://travel.example.com',
  TRAVEL_SESSION_KEY: keyRemedy,
  TRAVEL_ENCRYPTION_KEY: keyRemedy,
  OIDC_ISSUER: 'set the https URL of the OpenID Connect provider; http:// only on this machine',
  OIDC_CLIENT_ID: 'set the client id from the OpenID Connect provider',
  OIDC_CLIENT_SECRET: 'set the client secret from the OpenID Connect provider',
  OIDC_NAME: 'set a name of at most 40 characters in one line for the sign-in button',
  OIDC_HOSTS: 'set hosts of the OpenID Connect provider, such as oauth2.example.com,www.example.com',
  TRAVEL_UPSTREAMS: 'set JSON such as {"api.example.com":"https://test.api.example.com"}',
  TRAVEL_CREDENTIALS: 'set JSON such as {"EXAMPLE_API_KEY":["api.example.com"]}',
  LOG_LEVEL: `use one of ${logLevels.join(', ')}`,
  TRAVEL_ROLE: `use one of ${roles.join(', ')}`,
  TRAVEL_WORKERS: 'set the number of worker threads, from 1 to 256',
  TRAVEL_DRAIN_SECONDS: 'set the number of seconds that running work may take to end at a stop, from 0 to 3600',
  TRAVEL_PYTHON_PACKAGES: 'set the path of a folder with wheels or package folders',
  TRAVEL_CONTAINER_RUNTIME: `use one of ${containerModes.join(', ')}`,
  DOCKER_HOST: 'set the address of a Docker engine, such as unix:///var/run/docker.sock or tcp://127.0.0.1:2375',
  TRAVEL_CONTAINER_SUBNETS: 'set a range of unused private addresses, from a /8 to a /24, such as 10.213.0.0/16',
  TRAVEL_CONTAINERS: 'set the maximum of concurrent containers, from 1 to 1000',
  TRAVEL_CONTAINER_MEMORY_MB: 'set the number of megabytes, from 64 to 16000000',
  TRAVEL_BASE_IMAGE: 'set the name of a Debian image, such as registry.example.com/debian:bookworm-slim',
  TRAVEL_EXECUTION_DAYS: 'set the number of days, from 1 to 3650',
  TRAVEL_JOURNAL_DAYS: 'set the number of days, from 1 to 3650',
  TRAVEL_JOURNAL_MB: 'set the number of megabytes, from 1 to 1000000',
  TRAVEL_TRUST_PROXY: 'set the number of proxies in front of the app, 0 for none',
  TRAVEL_SAVED_SEARCHES_PER_HOUR: 'set a whole number from 0 to 100000; 0 asks no saved search',
  TRAVEL_SAMPLE: 'use on or off for generated data, or auto for generated data until a provider has its key',
  TRAVEL_OPEN_PROFILES: 'use true to let everybody create profiles, or false',
  TRAVEL_UNLOCKED_PROFILE_DAYS: 'set the number of days, from 1 to 3650',
  TRAVEL_AGENT_AUTH: 'use strict to require the Authorization header of agents, or by-id',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'set the address of a collector of OpenTelemetry, such as http://127.0.0.1:4318',
  TRAVEL_METRICS_TOKEN: 'set a token of 16 to 1000 visible ASCII characters (openssl rand -hex 32)',
  TRAVEL_AUDIT_HEAD_FILE: 'set the path of a file in an existing folder',
  TRAVEL_AUDIT_HEAD_URL: 'set an address that accepts POST requests, such as https://log.example.com/heads',
  TRAVEL_BACKUP_PASSPHRASE: 'set a passphrase of at least 12 characters',
  TRAVEL_BACKUP_RECIPIENT: `set the public key that ${travelCommand('backup-key')} printed`,
  TRAVEL_BACKUP_S3_KEY_ID: 'set the id of an access key, at most 200 visible ASCII characters',
  TRAVEL_BACKUP_S3_SECRET: 'set the secret of the access key, at most 200 visible ASCII characters',
  TRAVEL_FILES_DIR: 'set the path of a folder that only the app uses',
  TRAVEL_CALENDAR: 'set the path of an .ics file or of a folder, or the https:// address of a CalDAV server',
  TRAVEL_CALENDAR_USER: 'set the user name for the CalDAV server, at most 200 characters',
  TRAVEL_CALENDAR_PASSWORD: 'set the password for the CalDAV server, at most 1000 characters',
  TRAVEL_CALENDAR_TIME_ZONE: 'set an IANA time zone, such as Europe/Paris',
  OPERATOR_NAME: 'set a name of at most 60 characters in one line',
  OPERATOR_TELEGRAM_ID: 'set the number of a Telegram chat',
  OPERATOR_EMAIL: 'set an e-mail address',
  TRAVEL_MESSAGE_CHANNEL: `use one of ${channelNames.join(', ')}, or off`,
  TRAVEL_OPERATOR_ALERTS: `use one of ${AlertMode.options.join(', ')}`,
  TRAVEL_MESSAGE_WEBHOOK_URL: 'set an address that accepts POST requests, such as https://hooks.example.com/messages',
  TRAVEL_MESSAGE_WEBHOOK_TOKEN: 'set a token of at most 1000 visible ASCII characters',
  TRAVEL_TELEGRAM_BOT_TOKEN: 'set the token that BotFather gave, such as 123456:ABC-DEF',
  TRAVEL_TELEGRAM_API_URL: 'set the address of a Bot API server, or unset it to use https://api.telegram.org',
  OPENCLAW_GATEWAY_URL: 'set the address of the OpenClaw gateway, such as http://127.0.0.1:18789',
  OPENCLAW_GATEWAY_TOKEN: 'set the token of the OpenClaw gateway, at most 1000 visible ASCII characters',
  TRAVEL_SMTP_URL: 'set an address such as smtps://user:password@mail.example.com',
  TRAVEL_SMTP_FROM: 'set an e-mail address, or unset it to use OPERATOR_EMAIL',
  TRAVEL_PUSH_HOSTS: 'set host names in lower case with commas between, such as push.example.com',
  TRAVEL_PUSH_SUBJECT: 'set an https:// or mailto: address, or unset it to use the address of the app',
  TRAVEL_MAP_TILES: 'set the path of a PMTiles file, or an address such as https://tiles.example.com/{z}/{x}/{y}.pbf',
  TRAVEL_MAP_ATTRIBUTION: 'set the source of the tiles, such as © OpenStreetMap, in one line of at most 200 characters',
  TRAVEL_LLM_URL: 'set the base address of an OpenAI-compatible server, such as https://api.example.com/v1',
  TRAVEL_LLM_MODEL: 'set the name of a model, at most 100 visible ASCII characters',
  TRAVEL_LLM_KEY: 'set a key of 8 to 1000 visible ASCII characters',
  TRAVEL_LLM_CREDENTIAL: 'set the name of a credential, such as OPENAI_API_KEY',
  TRAVEL_SECOND_OPINION: 'use on to ask the language model about each skill that the gates admit, or off',
  TRAVEL_REALTIME_MODEL: 'set the name of a Realtime model, at most 100 visible ASCII characters',
  TRAVEL_REALTIME_URL: 'set the base address of a server with the Realtime API, such as https://api.openai.com/v1',
  TRAVEL_REALTIME_CREDENTIAL: 'set the name of a credential, such as OPENAI_API_KEY',
}

/** Settings of earlier versions. An update must not stop an app that still has one: the log asks to remove it. */
export const formerNames: readonly string[] = ['TRAVEL_CONTAINER_PRESTART', 'TRAVEL_CONTAINER_PRESTART_MB']
/** Variables of tests and scripts. The app does not read them and must not reject them. */
const otherNames = ['TRAVEL_REFERENCE_DATA', 'TRAVEL_PARENT_PIPE', ...formerNames]
const isOther = (name: string): boolean => otherNames.includes(name) || name.startsWith('TRAVEL_E2E_')

/** Rejects unknown names with our prefix: such a setting would silently do nothing. */
export const unknownVariables = (names: readonly string[]): string[] => {
  const variables = Object.keys(remedies).filter((name) => name.startsWith('TRAVEL_'))
  return names
    .filter((name) => name.startsWith('TRAVEL_') && !isVariable(name) && !isOther(name))
    .map((name) => {
      const meant = closest(name, variables)
      const remedy = meant === undefined ? 'remove it, or see .env.example for the settings' : `did you mean ${meant}?`
      return `${name} is not a setting: ${remedy}${meant === undefined ? '.' : ''}`
    })
}

export const isVariable = (name: unknown): name is Variable => typeof name === 'string' && name in remedies
