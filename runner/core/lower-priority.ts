import { getPriority, setPriority } from 'node:os'

/** Added to a thread's niceness. The thread then gets a tenth of the CPU time of another thread on the same core. */
const nicer = 10
const nicest = 19

/** Lets other threads go first. Linux only: elsewhere the call would change the whole process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(nicest, getPriority() + nicer))
}
