/** The shortest secret that keeps enough unknown characters when its last four are shown. */
const lengthToShowEnd = 12

/** An end that can stand in a line and in a JSON text as it is. */
const plainEnd = /[!#-[\]-~]{4}$/

/**
 * The replacement of a secret: `[REDACTED...last4]`, or `[REDACTED]` when it has under 12 characters, or an end with
 * quotes, backslashes, spaces or characters outside ASCII.
 */
export function maskOf(secret: string): string {
  return secret.length >= lengthToShowEnd && plainEnd.test(secret) ? `[REDACTED...${secret.slice(-4)}]` : hiddenMask
}

/** The mask without any character of the secret. */
export const hiddenMask = '[REDACTED]'

/** The start of every mask. */
export const maskStart = hiddenMask.slice(0, -1)
