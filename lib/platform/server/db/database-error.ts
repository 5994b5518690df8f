/**
 * The database is unavailable. The message names the problem and the remedy, for the person who starts the app.
 * Recognise the error by its `code`.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = 'DATABASE_UNAVAILABLE'
}

/** The text of any thrown value. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The reason of a failed query in one line. Removes the call and the source excerpt that Prisma adds. The last cause in
 * a chain has the driver's own message.
 */
export function plainReasonOf(error: unknown): string {
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  const line = reasonOf(last)
    .split('\n')
    .findLast((one) => one.trim() !== '')
  return line?.trim().slice(0, 200) ?? errorCodeOf(last) ?? 'unknown'
}

/** The `code` of a system or PostgreSQL error; `undefined` without one. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
