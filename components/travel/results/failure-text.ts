import type { Failure } from '#lib/client/ask-skill.ts'
import { refusalText } from '#lib/shared/refusal-text.ts'
import type { Texts } from '#lib/travel/texts.ts'

interface FailureTexts {
  results: Texts<'results'>
  refusals: Texts<'refusals'>
}

/** Why a source gave no answer, as a sentence. */
export const failureText = (failure: Failure, who: string, { results, refusals }: FailureTexts): string =>
  'key' in failure ? results(failure.key) : refusalText(failure.error, refusals, { who, skill: failure.skill })
