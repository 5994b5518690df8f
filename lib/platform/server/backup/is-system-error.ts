/** Whether a call of the operating system failed, such as the opening of a file. */
export const isSystemError = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause
