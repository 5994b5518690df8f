/** The reason why an offer cannot be shown. Thrown while an offer is read, and caught where offers are mapped. */
export class BrokenOffer extends Error {}

/** Ends an expression: `value ?? broken('no value')`. */
export function broken(reason: string): never {
  throw new BrokenOffer(reason)
}
