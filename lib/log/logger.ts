import { type DestinationStream, pino } from 'pino'
import type { Log } from '#runner/ports.ts'
import { createRedactor } from '#runner/redact/redact.ts'

/** What never reaches the log, at any depth that our own lines use. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'token',
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

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** JSON leaves them as they are, and a terminal obeys them: DEL, the C1 controls, separators of lines, changes of direction. */
const unescaped = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const escaped = (line: string): string =>
  line.replace(unescaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * JSON lines for the operator, without a control character in them. Fields that carry credentials are written as `[redacted]`, and what looks like one anywhere in a
 * line as `[REDACTED...last4]`; a field `cause` that is an error is written with its type, message, stack and causes.
 *
 * @param options.destination where the lines go; standard output when absent
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
      hooks: { streamWrite: (line) => escaped(redact(line)) },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  )
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  }
}
