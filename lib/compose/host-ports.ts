import { randomBytes } from 'node:crypto'
import type { Clock, RandomBytes } from '#runner/core/ports.ts'

/** The real clock: wall-clock time for display, monotonic time for durations. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

export const systemRandom: RandomBytes = (size) => randomBytes(size)
