import { randomBytes } from 'node:crypto'
import type { Clock, RandomBytes } from '#runner/ports.ts'

/** The real clock: wall time for what people read, monotonic time for durations. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

export const systemRandom: RandomBytes = (size) => randomBytes(size)
