/**
 * Ways in which a provider fails. `down` resets every connection, the token's too; the others concern searches only, so
 * that they also meet a client whose token is fresh.
 */
export const faults = ['down', '500', '429', 'hang', 'html', 'slow', 'empty'] as const

export type Fault = (typeof faults)[number]
