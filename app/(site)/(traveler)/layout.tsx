import type { ReactNode } from 'react'
import { VisitProvider } from '#components/travel/results/visit-provider.tsx'

/** Keeps state across navigation between the search and its results. */
export default function TravelerLayout({ children }: { children: ReactNode }) {
  return <VisitProvider>{children}</VisitProvider>
}
