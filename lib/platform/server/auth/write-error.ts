const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** True for a write that violates a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === 'P2002'

/** True for an update that matches no row. */
export const isMissingRow = (error: unknown): boolean => codeOf(error) === 'P2025'
