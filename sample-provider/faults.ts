/**
 * The ways in which the provider can fail. `down` resets every connection, including token requests. The other faults
 * affect searches only: a client can still get a token.
 */
export const faults = ['down', '500', '429', 'hang', 'html', 'slow', 'empty'] as const

export type Fault = (typeof faults)[number]
