const hourMs = 3_600_000

/** The interval between runs while a search works. */
const usualMs = 6 * hourMs
const longestMs = 24 * hourMs

/**
 * The wait until the next run of a search, in milliseconds: six hours, or after failures one hour, two, four and so on,
 * up to a day. It varies by a tenth, so that searches that were saved together drift apart.
 *
 * @param failures in a row
 * @param random from 0 to 1
 */
export function waitMs(failures: number, random: number): number {
  const wait = failures === 0 ? usualMs : Math.min(longestMs, hourMs * 2 ** Math.min(failures - 1, 10))
  return Math.round(wait * (0.9 + 0.2 * random))
}

/** The delay before the first run of a saved search that has no price yet: random, up to ten minutes. */
export const firstWaitMs = (random: number): number => Math.round(random * 10 * 60_000)
