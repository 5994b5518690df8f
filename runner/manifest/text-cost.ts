/**
 * One step is one pattern instruction at one character. Even a linear engine takes this many, about 60 ns each: 90
 * patterns on 64 KB of text would block the process for seconds.
 */
const maxSteps = 2_000_000

/** Checking `text` against the patterns of a schema would take too long. */
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
  /** Throws a TextCostError before the work once the budget is used up. */
  charge(stepsPerCharacter: number, text: string): void
  /** Restores the full budget. */
  reset(): void
}

export function createTextCost(): TextCost {
  let steps = 0
  return {
    charge(stepsPerCharacter, text) {
      steps += stepsPerCharacter * text.length
      if (steps > maxSteps) throw new TextCostError(text)
    },
    reset: () => {
      steps = 0
    },
  }
}
