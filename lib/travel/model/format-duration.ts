const NBSP = '\u00a0'

/** "9 h 15", "45 min", "26 h 05", with non-breaking spaces; hours never become days. */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.trunc(whole / 60)
  if (hours === 0) return `${whole}${NBSP}min`
  return `${hours}${NBSP}h${NBSP}${String(whole % 60).padStart(2, '0')}`
}
