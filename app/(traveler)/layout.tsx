import type { ReactNode } from 'react'
import { VisitProvider } from '#components/results/visit-provider.tsx'

/** State that survives navigation between the search and its results. */
export default function TravelerLayout({ children }: { children: ReactNode }) {
  return <VisitProvider>{children}</VisitProvider>
}
