import { errorCodeOf } from '../db/database-error.ts'

/** The result of an operation on a missing file or folder. */
export const whenMissing =
  <Value>(value: Value) =>
  (cause: unknown): Value => {
    if (errorCodeOf(cause) === 'ENOENT') return value
    throw cause
  }

export const isFullDisk = (cause: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(errorCodeOf(cause)))

/** Whether a call of the operating system failed, such as the opening of a file. */
export const isSystemError = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause
