import { type DestinationStream, pino } from 'pino'
import { isObject, type Json } from '#runner/contract/skill-io.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { Log } from '#runner/core/ports.ts'
import { hiddenMask } from '#runner/redact/mask.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import { objectOf } from '#runner/redact/redact-json.ts'
import { isDatabaseAway } from '../db/database-error.ts'
import { showTerminalMarks } from './terminal-marks.ts'

const everyMs = 1_000

/**
 * Writes each failure for lack of the database at most once a second: in an outage, every request and every job has one.
 * The next line says how many were `omitted`.
 */
function calmOutages(log: Log): Log {
  const written = new Map<string, { readonly at: number; omitted: number }>()
  const calm =
    (level: 'warn' | 'error'): Log['error'] =>
    (message, fields = {}) => {
      if (!isDatabaseAway(fields.cause)) return log[level](message, fields)
      const now = performance.now()
      const last = written.get(message)
      if (last !== undefined && now - last.at < everyMs) {
        last.omitted += 1
        return
      }
      written.set(message, { at: now, omitted: 0 })
      log[level](message, last?.omitted ? { ...fields, omitted: last.omitted } : fields)
    }
  return { ...log, warn: calm('warn'), error: calm('error') }
}

/** Fields that never reach the log, at every depth that our own records use. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'token',
  'profileToken',
  'executionToken',
  'secret',
  'clientSecret',
  'client_secret',
  'access_token',
  'id_token',
  'refresh_token',
]

const paths = secretFields.flatMap((name) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`, `*.*.*${key}`]
})

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/**
 * JSON lines for the operator, without control characters. Writes fields that carry credentials as `[redacted]`, and
 * anything that looks like a credential as `[REDACTED...last4]`. An error in the field `cause` keeps its type, message,
 * stack and causes. In an outage of the database, writes each message at most once a second.
 *
 * @param options.destination the output; standard output by default
 */
export function createLogger(options: { level?: LogLevel; destination?: DestinationStream } = {}): Log {
  const { text: redact } = createRedactor()
  const logger = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { cause: pino.stdSerializers.errWithCause },
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: (line) => `${showTerminalMarks(redactLine(line, redact).trimEnd())}\n` },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  )
  return calmOutages({
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  })
}

type Redact = (text: string) => string

/**
 * A line of the log in JSON, redacted, and still JSON. What looks like a credential may begin in one text and go over
 * its end, so that a mask would break the line: then each value is redacted with its name, and masked if that breaks it.
 */
function redactLine(line: string, redact: Redact): string {
  const shown = redact(line)
  if (shown === line || jsonOrNot(shown) !== undefined) return shown
  const record = jsonOrNot(line)
  return record === undefined ? shown : JSON.stringify(redactValue(record, '', redact))
}

function redactValue(value: Json, name: string, redact: Redact): Json {
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name, redact))
  if (!isObject(value)) {
    const pair = jsonOrNot(redact(JSON.stringify({ [name]: value })))
    const [shown] = Object.values(pair ?? {})
    return shown === undefined ? hiddenMask : shown
  }
  const parts = Object.entries(value)
  return objectOf(
    parts.map(([part, item]) => ({ name: part, shown: redact(part), item: redactValue(item, part, redact) })),
  )
}
