/**
 * The maximum number of steps in one validation. One step is one pattern instruction at one character, about 60 ns.
 * Without a limit, 90 patterns on 64 KB of text would block the process for seconds, even with a linear-time engine.
 */
export const maxSteps = 2_000_000

/** Thrown if checking `text` against the patterns of a schema would take too long. */
export class TextCostError extends Error {
  override readonly name = 'TextCostError'
  readonly text: string

  constructor(text: string) {
    super('A text takes too long to check.')
    this.text = text
  }
}

/** The budget of one validation for reading texts. */
export type TextCost = {
  /** Call before the work. Throws a TextCostError if the work exceeds the budget. */
  charge(stepsPerCharacter: number, text: string): void
  /** Restores the budget: to the full one, or to less. */
  reset(budget?: number): void
  /** The steps of the work since the last reset. */
  used(): number
}

export function createTextCost(): TextCost {
  let most = maxSteps
  let steps = 0
  return {
    charge(stepsPerCharacter, text) {
      const more = stepsPerCharacter * text.length
      if (steps + more > most) throw new TextCostError(text)
      steps += more
    },
    reset(budget = maxSteps) {
      most = Math.min(budget, maxSteps)
      steps = 0
    },
    used: () => steps,
  }
}
