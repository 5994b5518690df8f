'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createVisitMemory, type VisitMemory } from '#lib/client/visit-memory.ts'

const VisitContext = createContext<VisitMemory | null>(null)

export const addressNow = () => `${location.pathname}${location.search}`

/** Gives the pages that it stays mounted around a memory of results and places, so that Back finds both. */
export function VisitProvider({ children }: { children: ReactNode }) {
  const [memory] = useState(() => createVisitMemory(Date.now))
  useEffect(() => {
    const onReturn = () => memory.noteReturn(addressNow())
    window.addEventListener('popstate', onReturn)
    return () => window.removeEventListener('popstate', onReturn)
  }, [memory])
  return <VisitContext value={memory}>{children}</VisitContext>
}

export function useVisitMemory(): VisitMemory {
  const memory = useContext(VisitContext)
  if (!memory) throw new Error('useVisitMemory needs a VisitProvider around it')
  return memory
}
