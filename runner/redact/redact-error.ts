/** An error as the log shows it: type, message, stack and causes, each as `redact` gives it back. */
export type ShownError = { type: string; message: string; stack: string; cause?: ShownError }

const deepestCause = 5

/** Errors of ours and of libraries may quote what they failed on. What is no error is shown as its text. */
export function redactError(error: unknown, redact: (text: string) => string, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' }
  const shown = { type: error.name, message: redact(error.message), stack: redact(error.stack ?? '') }
  if (error.cause === undefined || depth === deepestCause) return shown
  return { ...shown, cause: redactError(error.cause, redact, depth + 1) }
}
