import type { Failure } from '#lib/client/ask-skill.ts'
import type { Texts } from '#lib/travel/texts.ts'

/** Why a source gave no answer, as a sentence. */
export const failureText = (failure: Failure, t: Texts<'results'>): string =>
  'key' in failure ? t(failure.key) : failure.message
