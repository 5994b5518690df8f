'use client'

import { useEffect, useRef } from 'react'
import { useVisitMemory } from './visit-provider.tsx'

/** The heading of a page of results. It gets the focus after each search of a form. */
export function ResultsTitle({ query, children }: { query: string; children: string }) {
  const memory = useVisitMemory()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each search.
  useEffect(() => {
    if (memory.takeSearch()) title.current?.focus({ preventScroll: true })
  }, [memory, query])
  return (
    <h1 ref={title} className="sr-only" tabIndex={-1}>
      {children}
    </h1>
  )
}
