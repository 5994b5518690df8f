/** Indices of the globals that the meter adds, in order, and of the module's own stack pointer. */
export type MeterGlobals = {
  readonly stackPointer: number
  readonly fuel: number
  readonly pages: number
  readonly pageLimit: number
  readonly outOfMemory: number
  readonly lowestStack: number
  /** Holds an operand of the original code while inserted code runs; never exported. */
  readonly scratch: number
}

export function meterGlobals(first: number, stackPointer: number): MeterGlobals {
  return {
    stackPointer,
    fuel: first,
    pages: first + 1,
    pageLimit: first + 2,
    outOfMemory: first + 3,
    lowestStack: first + 4,
    scratch: first + 5,
  }
}
