const names = new Set(['DatabaseError', 'EnvError', 'SecretError', 'PrivatePathError', 'CommandFailure', 'ImageError'])

/** What ends a command with a sentence instead of a stack: its message says what is wrong and the remedy. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export const isExpectedFailure = (error: unknown): error is Error => error instanceof Error && names.has(error.name)
