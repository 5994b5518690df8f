import { numberFormat } from '#lib/platform/model/formatters.ts'

/** "64 MB" or "12.3 GB". */
export const megabytes = (mb: number): string =>
  mb < 10_000
    ? `${numberFormat('en-GB', { maximumFractionDigits: mb < 10 ? 1 : 0 }).format(mb)} MB`
    : `${numberFormat('en-GB', { maximumFractionDigits: 1 }).format(mb / 1000)} GB`
