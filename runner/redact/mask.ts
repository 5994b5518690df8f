/** A secret this long still has enough unknown characters when its last four are shown. */
const lengthToShowEnd = 12

/** What stands in a secret's place: `[REDACTED...last4]`, without its end when it is shorter than 12. */
export function maskOf(secret: string): string {
  return secret.length >= lengthToShowEnd ? `[REDACTED...${secret.slice(-4)}]` : hiddenMask
}

/** The mask that shows nothing. */
export const hiddenMask = '[REDACTED]'
