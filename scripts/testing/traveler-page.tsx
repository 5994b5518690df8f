import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { VisitProvider } from '#components/travel/results/visit-provider.tsx'

const ignore = () => {}
const still = { replace: ignore, back: ignore, forward: ignore, refresh: ignore, prefetch: ignore, bfcacheId: '' }

/** A visit to the pages of a traveler. Opening a page calls `push`. */
export const TravelerPage = ({
  push = ignore,
  children,
}: {
  push?: AppRouterInstance['push']
  children: ReactNode
}) => (
  <AppRouterContext value={{ ...still, push }}>
    <VisitProvider>{children}</VisitProvider>
  </AppRouterContext>
)
