/** The reason why a file is not read or written, as shown to the skill. */
export class FileRefused extends Error {
  override readonly name: 'NotFoundError' | 'NotAllowedError' | 'QuotaExceeded'

  constructor(name: FileRefused['name'], message: string) {
    super(message)
    this.name = name
  }
}

/** The code of a system error, `ENOENT` for example. */
export function systemCodeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined
  return typeof cause.code === 'string' ? cause.code : undefined
}
