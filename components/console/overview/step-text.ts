import type { OverviewSpan } from '#lib/shared/console-overview.ts'

/** The start of a step: "14:00" of a day, "Fri 20" of a week. */
export function stepText(start: string, span: OverviewSpan): string {
  const at = new Date(start)
  return span === 'day'
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric' })
}
