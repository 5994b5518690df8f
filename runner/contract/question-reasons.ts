import type { ErrorCode } from './errors.ts'

/** Why an answer to a question runs nothing. */
export const questionReasons = {
  question_unknown: { code: 'NOT_FOUND', sentence: 'This question does not exist, or is not for you.' },
  question_used: { code: 'CONFLICT', sentence: 'This question was already confirmed, and counts once.' },
  question_declined: { code: 'CONFLICT', sentence: 'The person did not agree, so nothing was done.' },
  question_expired: { code: 'CONFLICT', sentence: 'The time to answer this question is over, so nothing was done.' },
  question_arguments: {
    code: 'CONFLICT',
    sentence: 'This question is about another call. To ask about this one, leave out confirmed and confirmation_id.',
  },
  question_release: { code: 'CONFLICT', sentence: 'The skill has changed since this question, so nothing was done.' },
} as const satisfies Record<string, { code: ErrorCode; sentence: string }>
export type QuestionReason = keyof typeof questionReasons
