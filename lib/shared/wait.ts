/** A waiting time for people: in seconds up to 90 seconds, otherwise in minutes. */
export function waitOf(retryAfterMs: number): { count: number; unit: 's' | 'minutes' } {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return seconds < 90 ? { count: seconds, unit: 's' } : { count: Math.ceil(seconds / 60), unit: 'minutes' }
}
