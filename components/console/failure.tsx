import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'

/** Announces what an action did not do, and why. Without an error: nothing. */
export const Failure = ({ error, children }: { error: Error | null | undefined; children: ReactNode }) =>
  error && (
    <Notice tone="stop" role="alert">
      {children} {error.message}
    </Notice>
  )
