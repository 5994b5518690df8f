/** Says why an offer cannot be shown. Thrown while it is read, caught where offers are mapped. */
export class BrokenOffer extends Error {}

export function need<T>(value: T | undefined, missing: string): T {
  if (value === undefined) throw new BrokenOffer(missing)
  return value
}
