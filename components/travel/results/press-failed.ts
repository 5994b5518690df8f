import { siteAnswers } from '#lib/platform/client/connection.ts'
import type { Texts } from '#lib/platform/model/texts.ts'

/** Why a pressed button failed: the connection is blamed only if the site does not answer. */
export const pressFailed = async (t: Texts<'results'>): Promise<string> =>
  t((await siteAnswers()) ? 'failedHere' : 'pressAgain')
