import { LRUCache } from 'lru-cache'
import { newId } from '../contract/ids.ts'
import type { SkillOutput } from '../contract/skill-io.ts'
import type { ExecutionStore, RandomBytes } from '../core/ports.ts'
import {
  type Confirmations,
  inputHashOf,
  judge,
  judgeNo,
  type Question,
  type QuestionedCall,
  validMs,
} from './confirm.ts'

/** The most questions, and the most results, that are remembered. */
const most = 1000

type Options = {
  readonly now: () => number
  /** Absent: a call arrives now. */
  readonly arrival?: () => number
  readonly randomBytes: RandomBytes
}

/** `store` notes what confirmed calls returned, for a repeated yes. */
export type MemoryConfirmations = {
  readonly confirmations: Confirmations
  readonly store: ExecutionStore
  readonly questions: LRUCache<string, Question>
}

/** Questions and results of one process, for programs without a database. Both are lost with the process. */
export function createMemoryConfirmations({ now, arrival = now, randomBytes }: Options): MemoryConfirmations {
  const questions = new LRUCache<string, Question>({ max: most })
  const begun = new LRUCache<string, string>({ max: most })
  const results = new LRUCache<string, SkillOutput>({ max: most, ttl: validMs })
  const keyOf = ({ principalId, digest, action, inputHash }: QuestionedCall) =>
    [principalId, digest, action, inputHash].join('\n')
  const close = (closed: readonly Question[], answer: 'given' | 'declined') => {
    for (const one of closed) questions.set(one.id, { ...one, answer, expiresAt: now() + validMs })
  }
  return {
    questions,
    confirmations: {
      arrival,
      async settle(subject, answer, arrivedAt) {
        const verdict = judge([...questions.values()], subject, answer, { arrival: arrivedAt, now: now() })
        switch (verdict.kind) {
          case 'yes':
            close(verdict.closes, 'given')
            // Until the call ends, a repeated yes gets no result of an earlier call.
            results.delete(keyOf(subject))
            return { kind: 'agreed' }
          case 'no':
            close(verdict.closes, 'declined')
            return { kind: 'refused', reason: 'question_declined' }
          case 'waits':
            return { kind: 'asks', confirmation: verdict.confirmation }
          case 'asks': {
            const id = newId('conf', randomBytes)
            const { digest, action, inputHash, principalId, prompt } = subject
            const call = { digest, action, inputHash, principalId }
            questions.set(id, { id, prompt, ...call, ...verdict.question, answer: undefined })
            return { kind: 'asks', confirmation: { id, prompt } }
          }
          case 'done':
            close([verdict.question], 'given')
            return { kind: 'done', since: verdict.question.askedAt }
          case 'refused':
            return verdict
        }
      },
      resultOf: async (subject) => results.get(keyOf(subject)),
      async decline(id, principal) {
        const verdict = judgeNo(questions.get(id), principal.id, now())
        if (verdict.kind === 'refused') return verdict.reason
        close(verdict.closes, 'declined')
        return undefined
      },
    },
    store: {
      async started({ id, principal, digest, input }) {
        const { action } = input
        begun.set(id, keyOf({ principalId: principal.id, digest, action, inputHash: inputHashOf(input) }))
      },
      async finished({ id, output }) {
        const key = begun.get(id)
        begun.delete(id)
        if (key !== undefined) results.set(key, output)
      },
    },
  }
}
