/** The code of everything that failed because the database was away. */
export const unavailable = 'DATABASE_UNAVAILABLE'

/**
 * The database is unavailable. The message names the problem and the remedy, for the person who starts the app.
 * Recognise the error by its `code`.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code = unavailable
}

/** Codes of Prisma and PostgreSQL: no connection, a lost one, a server that stops or starts, or no answer in time. */
const awayCodes: ReadonlySet<unknown> = new Set([
  ...[unavailable, 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['08000', '08003', '08006', '25P03', '53300', '57P01', '57P02', '57P03', '57P05'],
])
/** What Prisma's adapter calls a failed connection. */
const awayKinds: ReadonlySet<unknown> = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout'])
/** The driver's errors that have no code, as the last line of a message: others may quote what a caller sent. */
const awayWords =
  /(?:^|\n)(?:Connection terminated(?: unexpectedly| due to connection timeout)?|Query read timeout|Client [\w ]+ is not queryable)$/

/** Whether a query failed because the database could not be reached or did not answer, and not because of the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, originalCode, kind, message, cause, meta } = Object(error)
  return (
    awayCodes.has(code) ||
    awayCodes.has(originalCode) ||
    awayKinds.has(kind) ||
    awayWords.test(String(message)) ||
    [cause, meta, Object(meta).driverAdapterError].some(isDatabaseAway)
  )
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

/** True for a write that violates a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => errorCodeOf(error) === 'P2002'

/** True for an update that matches no row. */
export const isMissingRow = (error: unknown): boolean => errorCodeOf(error) === 'P2025'
