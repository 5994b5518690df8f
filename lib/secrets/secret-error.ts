/** A secret is missing, unreadable or not the one that this instance's data was made with. The message names the remedy. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code = 'SECRET_INVALID'
}
