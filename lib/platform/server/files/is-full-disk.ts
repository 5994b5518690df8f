import { errorCodeOf } from '../db/database-error.ts'

export const isFullDisk = (cause: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(errorCodeOf(cause)))
