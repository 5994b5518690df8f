import { type DestinationStream, pino } from 'pino'
import type { Log } from '#runner/core/ports.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import { calmOutages } from './calm-outages.ts'
import { redactLine } from './redact-line.ts'
import { showTerminalMarks } from './terminal-marks.ts'

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
