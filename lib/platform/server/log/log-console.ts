import { format, stripVTControlCharacters } from 'node:util'
import type { Log } from '#runner/core/ports.ts'
import { errorCodeOf } from '../db/database-error.ts'

const levelOf = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug', trace: 'debug' } as const
const methods = ['error', 'warn', 'info', 'log', 'debug', 'trace'] as const

const maxCharacters = 4_000

/**
 * Next's messages about invalid server action requests. They are not logged, because they repeat the caller's text and
 * the caller already gets an answer.
 */
const mistakeOfCaller =
  /^(?:⚠ )?(?:Failed to find Server Action|The Server Reference ID did not match|Invalid Server Actions request|Missing `origin` header)/

/** Node's error of a request whose client leaves in the middle of its body, which Next prints. It is no error of the app. */
const isLeftRequest = (cause: unknown): boolean =>
  cause instanceof Error && cause.message === 'aborted' && errorCodeOf(cause) === 'ECONNRESET'

/**
 * Redirects console output and Node's warnings to the log, as one record per call, whatever the text. Next prints text
 * of callers and uncaught errors to the console.
 */
export function logConsole(log: Log): Disposable {
  const originals = methods.map((method) => [method, console[method]] as const)
  for (const method of methods) console[method] = (...values: unknown[]) => write(log, levelOf[method], values)
  const warned = process.listeners('warning')
  process.removeAllListeners('warning')
  const warn = (warning: Error) => log.warn(`Node warns: ${warning.message}`, { cause: warning })
  process.on('warning', warn)
  return {
    [Symbol.dispose]() {
      for (const [method, original] of originals) console[method] = original
      process.off('warning', warn)
      for (const listener of warned) process.on('warning', listener)
    },
  }
}

function write(log: Log, level: 'error' | 'warn' | 'info' | 'debug', values: readonly unknown[]): void {
  const cause = values.find((value) => value instanceof Error)
  const text = stripVTControlCharacters(
    format(...values.map((value) => (value instanceof Error ? value.message : value))),
  )
  const message = text.trim().slice(0, maxCharacters)
  if (message === '') return
  if (isLeftRequest(cause)) log.debug('A client left in the middle of its request')
  else if (mistakeOfCaller.test(message)) log.debug('Rejected an invalid server action request')
  else log[level](message, cause === undefined ? {} : { cause })
}
