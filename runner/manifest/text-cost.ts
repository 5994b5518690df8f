/**
 * One step: an instruction of a pattern at a character of a text. An engine that is linear in the text still takes this many, about
 * 60 ns each: 90 patterns on 64 KB of text would hold the process for seconds.
 */
const maxSteps = 2_000_000

/** The patterns of a schema would take too long to read `text`. */
export class TextCostError extends Error {
  override readonly name = 'TextCostError'
  readonly text: string

  constructor(text: string) {
    super('A text takes too long to check.')
    this.text = text
  }
}

/** Counts what one validation spends on reading texts. */
export type TextCost = {
  /** Throws a TextCostError before the work, once the steps are spent. */
  charge(stepsPerCharacter: number, text: string): void
  /** Starts the count anew. */
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
