'use client'

import { createContext, useContext } from 'react'
import type * as z from 'zod'

/** Answers that the server has sent with the page, by their path below `/api/console`. */
export type FirstAnswers = {
  readonly answers: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly answeredAt: number
}

export const FirstAnswersContext = createContext<FirstAnswers>({ answers: {}, answeredAt: 0 })

/** The options of a query whose answer may have come with the page. Without a valid answer, the query asks for one. */
export function useFirstAnswer<Schema extends z.ZodType>(schema: Schema, path: string) {
  const { answers, answeredAt } = useContext(FirstAnswersContext)
  return {
    initialData: () => schema.safeParse(answers[path]).data,
    // The browser's clock may be behind the server's.
    initialDataUpdatedAt: () => Math.min(answeredAt, Date.now()),
  }
}
