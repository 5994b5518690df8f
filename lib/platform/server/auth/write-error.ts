import { errorCodeOf } from '../db/database-error.ts'

/** True for a write that violates a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => errorCodeOf(error) === 'P2002'

/** True for an update that matches no row. */
export const isMissingRow = (error: unknown): boolean => errorCodeOf(error) === 'P2025'
