/**
 * `gone`: no engine answers. `slow`: it did not answer before the deadline. `no_image`: the image does not exist.
 * `missing`: the container or network does not exist. `conflict`: the operation is already done or in progress.
 * `refused`: the engine rejected the request.
 */
export type EngineFailureReason = 'gone' | 'slow' | 'no_image' | 'missing' | 'conflict' | 'refused'

/** A failed engine call, with the engine's own message. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: EngineFailureReason

  constructor(reason: EngineFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Connection errors that mean that no engine is listening, or that it closed the connection. */
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

/** `doing` completes the sentence "The engine did not …". `notFound` is the meaning of status 404 for this call. */
export function engineFailureOf(
  cause: unknown,
  doing: string,
  notFound: EngineFailureReason = 'missing',
): EngineFailure {
  if (cause instanceof EngineFailure) return cause
  const message = cause instanceof Error ? cause.message.trim() : String(cause)
  const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined
  if (status !== undefined) {
    const reason = status === 404 ? notFound : status === 409 ? 'conflict' : 'refused'
    return new EngineFailure(reason, `the engine did not ${doing}: ${message}`, { cause })
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (goneCodes.has(code)) {
    return new EngineFailure('gone', `no engine answers (${code}): it could not ${doing}`, { cause })
  }
  return new EngineFailure('gone', `the engine closed the connection: it did not ${doing}: ${message}`, { cause })
}
