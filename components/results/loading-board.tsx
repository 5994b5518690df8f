import type { ReactNode } from 'react'
import type { AskedSource } from '#lib/travel/results/search-stream.ts'
import { classes } from '../ui/classes.ts'
import { SourceList } from './source-list.tsx'

interface LoadingBoardProps {
  id: string
  labelledBy: string
  sources: AskedSource[]
  isHidden: boolean
  /** Placeholder rows of the final height. */
  children: ReactNode
}

/** The sources being asked, above placeholder rows. A quick answer shows neither. */
export function LoadingBoard({ id, labelledBy, sources, isHidden, children }: LoadingBoardProps) {
  return (
    <div
      className={classes('board is-loading', isHidden && 'is-unseen')}
      id={id}
      role="tabpanel"
      aria-labelledby={labelledBy}
    >
      <SourceList sources={sources} />
      {children}
    </div>
  )
}
