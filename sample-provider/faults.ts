/**
 * Ways in which a provider fails or misbehaves. `down` resets every connection, the token's too; the others concern
 * searches only, so that they also meet a client whose token is fresh.
 */
export const faults = [
  'down',
  '500',
  '429',
  'hang',
  'html',
  'slow',
  'empty',
  'expired-token',
  'cut',
  'media-type',
  'huge',
  'many-offers',
  'missing-fields',
  'wrong-currency',
  'negative-price',
  'arrives-first',
  'duplicate-ids',
  'script',
  'lone-surrogates',
] as const

export type Fault = (typeof faults)[number]

export function isFault(name: string): name is Fault {
  return faults.some((fault) => fault === name)
}

/** Faults that change what stands in a good answer. */
export const hostileFaults = [
  'many-offers',
  'missing-fields',
  'wrong-currency',
  'negative-price',
  'arrives-first',
  'duplicate-ids',
  'script',
  'lone-surrogates',
] as const satisfies readonly Fault[]

export type HostileFault = (typeof hostileFaults)[number]

export function isHostile(fault: Fault | undefined): fault is HostileFault {
  return hostileFaults.some((hostile) => hostile === fault)
}
