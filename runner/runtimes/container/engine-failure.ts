/**
 * `gone`: no engine answers. `slow`: it did not answer in time. `no_image`: the image of a container does not exist.
 * `missing`: there is no such container or network. `conflict`: what is asked is done or under way already. `refused`: it
 * answered that it will not.
 */
export type EngineFailureReason = 'gone' | 'slow' | 'no_image' | 'missing' | 'conflict' | 'refused'

/** What an engine did not do, in its words. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: EngineFailureReason

  constructor(reason: EngineFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Errors of the connection that mean that nobody is there, or that whoever was there has left. */
const goneCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
])

/** `doing` ends the sentence "The engine did not …". `notFound` is what status 404 of this call means. */
export function engineFailureOf(
  cause: unknown,
  doing: string,
  notFound: EngineFailureReason = 'missing',
): EngineFailure {
  if (cause instanceof EngineFailure) return cause
  const message = cause instanceof Error ? cause.message.trim() : String(cause)
  const status = statusOf(cause)
  if (status !== undefined) {
    const reason = status === 404 ? notFound : status === 409 ? 'conflict' : 'refused'
    return new EngineFailure(reason, `the engine did not ${doing}: ${message}`, { cause })
  }
  const code = textOf(cause, 'code')
  if (code !== undefined && goneCodes.has(code)) {
    return new EngineFailure('gone', `no engine answers (${code}): it could not ${doing}`, { cause })
  }
  return new EngineFailure('gone', `the engine broke off: it did not ${doing}: ${message}`, { cause })
}

function statusOf(cause: unknown): number | undefined {
  if (typeof cause !== 'object' || cause === null || !('statusCode' in cause)) return undefined
  return typeof cause.statusCode === 'number' ? cause.statusCode : undefined
}

function textOf(cause: unknown, name: 'code'): string | undefined {
  if (typeof cause !== 'object' || cause === null || !(name in cause)) return undefined
  return typeof cause[name] === 'string' ? cause[name] : undefined
}
