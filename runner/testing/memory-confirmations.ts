import { type Confirmations, judge, judgeNo, type Question } from '../confirm.ts'
import { newId } from '../contract/ids.ts'

/** Questions in memory. Each call arrives a minute after the one before it, unless `clock` says otherwise. */
export function memoryConfirmations(
  clock?: () => number,
): Confirmations & { readonly questions: ReadonlyMap<string, Question> } {
  const questions = new Map<string, Question>()
  let nowMs = 0
  const now = clock ?? (() => nowMs)
  const close = (closed: readonly Question[], answer: 'given' | 'declined') => {
    for (const one of closed) questions.set(one.id, { ...one, answer })
  }
  return {
    questions,
    arrival() {
      nowMs += 60_000
      return now()
    },
    async settle(subject, answer, arrival) {
      const verdict = judge([...questions.values()], subject, answer, { arrival, now: now() })
      switch (verdict.kind) {
        case 'yes':
          close(verdict.closes, 'given')
          return { kind: 'agreed' }
        case 'no':
          close(verdict.closes, 'declined')
          return { kind: 'refused', reason: 'question_declined' }
        case 'waits':
          return { kind: 'asks', confirmation: verdict.confirmation }
        case 'asks': {
          const id = newId('conf', (size) => crypto.getRandomValues(new Uint8Array(size)))
          const { digest, action, inputHash, principalId, prompt } = subject
          const call = { digest, action, inputHash, principalId }
          questions.set(id, { id, prompt, ...call, ...verdict.question, answer: undefined })
          return { kind: 'asks', confirmation: { id, prompt } }
        }
        case 'refused':
          return verdict
      }
    },
    async decline(id, principal) {
      const verdict = judgeNo(questions.get(id), principal.id, now())
      if (verdict.kind === 'refused') return verdict.reason
      close(verdict.closes, 'declined')
      return undefined
    },
  }
}
