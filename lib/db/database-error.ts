/**
 * The database is unavailable. The message tells the person who starts the app the problem and its remedy. Recognise
 * the error by `code`.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = 'DATABASE_UNAVAILABLE'
}

/** The text of any thrown value. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The `code` of a system or PostgreSQL error; `undefined` without one. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
