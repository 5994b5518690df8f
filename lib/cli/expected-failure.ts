import { closest } from '#runner/manifest/did-you-mean.ts'

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
  readonly exitCode: ExitCode
  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { readonly exitCode?: ExitCode } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** 1: the answer is no. 2: the command was used wrongly. 3: something could not be reached. */
type ExitCode = 1 | 2 | 3

export const isExpectedFailure = (error: unknown): error is Error => error instanceof Error && names.has(error.name)

/** How to correct a name that is none of the known ones. */
export function remedyFor(name: string, known: readonly string[]): string {
  const meant = closest(name, known)
  return meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`
}
