/** The reason why an offer cannot be shown. Thrown while an offer is read, and caught where offers are mapped. */
export class BrokenOffer extends Error {
  /** The offer's airports that the host does not know, if the offer is unreadable without their time zones. */
  readonly lacks: readonly string[]

  constructor(reason: string, lacks: readonly string[] = []) {
    super(reason)
    this.lacks = lacks
  }
}

/** Ends an expression: `value ?? broken('no value')`. */
export function broken(reason: string, lacks?: readonly string[]): never {
  throw new BrokenOffer(reason, lacks)
}
