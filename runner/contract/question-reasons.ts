import type { ReasonRow } from './errors.ts'

const askAgain = 'Leave out confirmed and confirmation_id to ask again.'

/** Why an answer to a question runs nothing. */
export const questionReasons = {
  question_unknown: {
    code: 'NOT_FOUND',
    fault: 'caller',
    sentence: 'This question does not exist, or is not for you.',
    remedy: askAgain,
  },
  question_used: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'This question was already confirmed, and counts once.',
    remedy: 'To act once more, leave out confirmed and confirmation_id to ask again.',
  },
  question_declined: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'The person did not agree, so nothing was done.',
    remedy: 'Do not call again unless the person asks for it.',
  },
  question_expired: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'The time to answer this question is over, so nothing was done.',
    remedy: askAgain,
  },
  question_arguments: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'This question is about another call. To ask about this one, leave out confirmed and confirmation_id.',
    remedy: askAgain,
  },
  question_release: {
    code: 'CONFLICT',
    fault: 'operator',
    sentence: 'The skill has changed since this question, so nothing was done.',
    remedy: askAgain,
  },
} as const satisfies Record<string, ReasonRow>
export type QuestionReason = keyof typeof questionReasons
