import { errorCodeOf } from '../db/database-error.ts'

/** The result of an operation on a missing file or folder. */
export const whenMissing =
  <Value>(value: Value) =>
  (cause: unknown): Value => {
    if (errorCodeOf(cause) === 'ENOENT') return value
    throw cause
  }
