/**
 * The ways in which the provider can fail. `down` resets every connection, also for the token. The other faults affect
 * searches only, so they also meet clients with a fresh token.
 */
export const faults = ['down', '500', '429', 'hang', 'html', 'slow', 'empty'] as const

export type Fault = (typeof faults)[number]
