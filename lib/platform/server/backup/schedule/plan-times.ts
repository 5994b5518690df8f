const dayMs = 24 * 60 * 60_000
/** How often a backup is restored as a test. */
const testMs = 30 * dayMs

/** The next time at this hour of the day, in UTC, after a time. */
export function nextRun(hour: number, after: Date): Date {
  const next = new Date(after)
  next.setUTCHours(hour, 0, 0, 0)
  return next > after ? next : new Date(next.getTime() + dayMs)
}

/** Whether the last test is so old that the next backup should be tested. `undefined`: there was none. */
export const isTestDue = (lastTest: Date | undefined, now: Date): boolean =>
  lastTest === undefined || now.getTime() - lastTest.getTime() >= testMs
