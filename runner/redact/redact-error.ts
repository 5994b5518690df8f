/** An error in the log: type, message, stack and causes, all redacted. */
type ShownError = { type: string; message: string; stack: string; cause?: ShownError }

const deepestCause = 5

/** Errors may quote the input that they failed on. A thrown value that is not an error is shown as text. */
export function redactError(error: unknown, redact: (text: string) => string, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' }
  const shown = { type: error.name, message: redact(error.message), stack: redact(error.stack ?? '') }
  if (error.cause === undefined || depth === deepestCause) return shown
  return { ...shown, cause: redactError(error.cause, redact, depth + 1) }
}
