'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createQueryClient } from '#lib/travel/client/create-query-client.ts'
import { createVisitMemory, type VisitMemory } from '#lib/travel/client/visit-memory.ts'

const VisitContext = createContext<VisitMemory | null>(null)

export const addressNow = () => `${location.pathname}${location.search}`

/** Remembers results and scroll positions across the pages inside it, so that Back restores both. */
export function VisitProvider({ children }: { children: ReactNode }) {
  const [memory] = useState(createVisitMemory)
  const [client] = useState(createQueryClient)
  useEffect(() => {
    const onReturn = () => memory.noteReturn(addressNow())
    window.addEventListener('popstate', onReturn)
    return () => window.removeEventListener('popstate', onReturn)
  }, [memory])
  return (
    <QueryClientProvider client={client}>
      <VisitContext value={memory}>{children}</VisitContext>
    </QueryClientProvider>
  )
}

export function useVisitMemory(): VisitMemory {
  const memory = useContext(VisitContext)
  if (!memory) throw new Error('useVisitMemory must be used inside a VisitProvider')
  return memory
}
