/** A waiting time for people: in seconds or minutes if it is less than 90 of them, otherwise in hours. */
export function waitOf(retryAfterMs: number): { count: number; unit: 'Seconds' | 'Minutes' | 'Hours' } {
  let wait: ReturnType<typeof waitOf> = { count: Math.max(1, Math.ceil(retryAfterMs / 1000)), unit: 'Seconds' }
  for (const unit of ['Minutes', 'Hours'] as const)
    if (wait.count >= 90) wait = { count: Math.ceil(wait.count / 60), unit }
  return wait
}
