/** Words that forbid what follows in the same sentence, or warn of it. */
export const warning =
  /\b(?:never|do not|don['’]t|avoid|must not|should not|shouldn['’]t|without|instead of|rather than|dangerous|unsafe|insecure|anti-?pattern|vulnerab\w+|detects?|flags?|bad)\b[^.!?\n]*$|[❌✗🚫][^\n]*$/iu

/** The offset where the sentence or paragraph begins, at most 200 characters before `at`. */
export function sentenceStart(text: string, at: number): number {
  const from = Math.max(0, at - 200)
  const lead = text.slice(from, at)
  const breaks = [lead.lastIndexOf('. '), lead.lastIndexOf('! '), lead.lastIndexOf('? '), lead.lastIndexOf('\n\n')]
  return from + Math.max(0, ...breaks.map((found) => found + 1))
}
