import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { Failure } from '#lib/travel/client/ask-skill.ts'

interface FailureTexts {
  results: Texts<'results'>
  refusals: Texts<'refusals'>
}

/** Why a source gave no answer, as a sentence. */
export const failureText = (failure: Failure, who: string, { results, refusals }: FailureTexts): string =>
  'key' in failure ? results(failure.key) : refusalText(failure.error, refusals, { who, skill: failure.skill })
