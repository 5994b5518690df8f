import type { BypassEnd, Evidence } from './bypass-case.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What `npm run security:evidence` writes down. */
    evidence?: Evidence
  }
}

/** How an attack ended. */
export type Seen = { readonly code: string; readonly reason: string } | { readonly report: unknown }

/** What was seen, in words that are the same on every machine where it was as it had to be. */
export function sentenceOf(seen: Seen, ends: BypassEnd): string {
  if (!('report' in seen)) return `${seen.code}: ${seen.reason}`
  if ('reportsOnly' in ends) return `nothing but ${ends.reportsOnly.map((word) => `“${word}”`).join(' or ')}`
  const { report } = seen
  if (typeof report === 'string') return `“${report}”`
  if (Array.isArray(report) && report.every((word) => typeof word === 'string')) return `“${report.join('”, “')}”`
  return JSON.stringify(report)
}
