/**
 * The database cannot be had. The message is one sentence for the person who starts the app: what is wrong and the
 * remedy. Recognise it by `code`.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = 'DATABASE_UNAVAILABLE'
}

/** What went wrong, as text, whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The `code` of a system or PostgreSQL error; `undefined` when there is none. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
