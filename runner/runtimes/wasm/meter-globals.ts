/** Indices of the globals that the meter adds, in order, of the module's own stack pointer, and of its interrupt. */
export type MeterGlobals = {
  readonly stackPointer: number
  readonly fuel: number
  readonly pages: number
  readonly pageLimit: number
  readonly outOfMemory: number
  readonly lowestStack: number
  /** Below this fuel, loops call the interrupt. */
  readonly askBelow: number
  /** Holds an operand of the original code while inserted code runs; never exported. */
  readonly scratch: number
  /** An imported function that is called in loops from time to time. Absent: none. */
  readonly interrupt: number | undefined
  /** Whether `lowestStack` is kept. */
  readonly notesLowestStack: boolean
}

export function meterGlobals(
  first: number,
  stackPointer: number,
  { interrupt, notesLowestStack }: Pick<MeterGlobals, 'interrupt' | 'notesLowestStack'>,
): MeterGlobals {
  return {
    stackPointer,
    fuel: first,
    pages: first + 1,
    pageLimit: first + 2,
    outOfMemory: first + 3,
    lowestStack: first + 4,
    askBelow: first + 5,
    scratch: first + 6,
    interrupt,
    notesLowestStack,
  }
}
