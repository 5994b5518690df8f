/** Says why an offer cannot be shown. Thrown while it is read, caught where offers are mapped. */
export class BrokenOffer extends Error {}

/** For the end of an expression: `value ?? broken('no value')`. */
export function broken(reason: string): never {
  throw new BrokenOffer(reason)
}
