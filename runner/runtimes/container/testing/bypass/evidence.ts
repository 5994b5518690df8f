import type { BypassEnd, Evidence } from './bypass-case.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Recorded by `npm run security:evidence`. */
    evidence?: Evidence
  }
}

/** How an attack ended. */
export type Seen = { readonly code: string; readonly reason: string } | { readonly report: unknown }

/** Describes the result in words that are the same on every machine where the test passes. */
export function sentenceOf(seen: Seen, ends: BypassEnd): string {
  if (!('report' in seen)) return `${seen.code}: ${seen.reason}`
  if ('reportsOnly' in ends) return `nothing but ${ends.reportsOnly.map((word) => `“${word}”`).join(' or ')}`
  const { report } = seen
  if (typeof report === 'string') return `“${report}”`
  if (Array.isArray(report) && report.every((word) => typeof word === 'string')) return `“${report.join('”, “')}”`
  return JSON.stringify(report)
}
