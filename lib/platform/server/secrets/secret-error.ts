/** A secret is missing, unreadable or not the one that protects this instance's data. The message names the remedy. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code = 'SECRET_INVALID'
}
