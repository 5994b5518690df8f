/** Slots of the memory that a worker shares with the main thread: 32-bit numbers of executions. */
export const control = {
  /** The execution that the worker is busy with at this moment, or 0. Written by the worker. */
  running: 0,
  /** The execution that has to stop, or 0. Written by the main thread. */
  stop: 1,
  slots: 2,
} as const
