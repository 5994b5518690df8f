/** Slots of the memory that a worker shares with the main thread. Each holds an execution number in 32 bits. */
export const control = {
  /** The execution that the worker is running now, or 0. Written by the worker. */
  running: 0,
  /** The execution that has to stop, or 0. Written by the main thread. */
  stop: 1,
  slots: 2,
} as const
