/** Indices of the globals that the meter adds, in their order. */
export type MeterGlobals = {
  readonly fuel: number
  readonly pages: number
  readonly pageLimit: number
  readonly outOfMemory: number
  /** Holds an operand while the code around it computes; never exported. */
  readonly scratch: number
}

export function meterGlobals(first: number): MeterGlobals {
  return { fuel: first, pages: first + 1, pageLimit: first + 2, outOfMemory: first + 3, scratch: first + 4 }
}
