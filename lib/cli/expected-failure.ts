const names = new Set([
  'DatabaseError',
  'EnvError',
  'ConfigError',
  'SecretError',
  'PrivatePathError',
  'CommandFailure',
  'ImageError',
  'BackupError',
])

/** Ends a command with its message, which states the problem and the remedy, instead of a stack trace. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export const isExpectedFailure = (error: unknown): error is Error => error instanceof Error && names.has(error.name)
