/** An older answer is requested again. */
export const FRESH_MS = 5 * 60_000

/** The latest answers to questions of one kind. */
export interface RecentAnswers<Answer> {
  recall: (question: string) => Answer | undefined
  keep: (question: string, answer: Answer) => void
}

/** @param most the maximum number of answers; beyond it, the oldest is dropped */
export function createRecentAnswers<Answer>(now: () => number, most: number): RecentAnswers<Answer> {
  const kept = new Map<string, { answer: Answer; atMs: number }>()
  return {
    recall(question) {
      const found = kept.get(question)
      return found && now() - found.atMs < FRESH_MS ? found.answer : undefined
    },
    keep(question, answer) {
      kept.delete(question)
      kept.set(question, { answer, atMs: now() })
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size > most) kept.delete(oldest)
    },
  }
}
