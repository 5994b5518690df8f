/** The shortest secret that keeps enough unknown characters when its last four are shown. */
const lengthToShowEnd = 12

/** The replacement of a secret: `[REDACTED...last4]`, or `[REDACTED]` when it has under 12 characters. */
export function maskOf(secret: string): string {
  return secret.length >= lengthToShowEnd ? `[REDACTED...${secret.slice(-4)}]` : hiddenMask
}

/** The mask without any character of the secret. */
export const hiddenMask = '[REDACTED]'

/** The start of every mask. */
export const maskStart = hiddenMask.slice(0, -1)
