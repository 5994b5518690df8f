'use client'

import type { ReactNode } from 'react'
import { type FirstAnswers, FirstAnswersContext } from '#lib/console/client/first-answers.ts'

/** Gives the console's queries the answers that came with the page. */
export function FirstAnswersProvider({ first, children }: { first: FirstAnswers; children: ReactNode }) {
  return <FirstAnswersContext value={first}>{children}</FirstAnswersContext>
}
