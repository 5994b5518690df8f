const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** True for the error of a write that a unique constraint refused. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === 'P2002'

/** True for the error of an update whose row is not there, or not as its condition says. */
export const isMissingRow = (error: unknown): boolean => codeOf(error) === 'P2025'
