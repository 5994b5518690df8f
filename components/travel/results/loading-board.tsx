import type { ReactNode } from 'react'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { classes } from '../../ui/classes.ts'
import { SampleNotice } from './sample-notice.tsx'
import { SourceList } from './source-list.tsx'

interface LoadingBoardProps {
  id: string
  labelledBy: string
  sources: AskedSource[]
  isHidden: boolean
  /** The kind of data that will come, if it is known. Its notice stays in place when the list appears. */
  expected?: DataLabel | undefined
  /** Placeholder rows of the final height. */
  children: ReactNode
}

/** The requested sources, above placeholder rows. Both stay invisible if the answer arrives quickly. */
export function LoadingBoard({ id, labelledBy, sources, isHidden, expected, children }: LoadingBoardProps) {
  return (
    <>
      <SampleNotice label={expected} />
      <div
        className={classes('board is-loading', isHidden && 'is-unseen')}
        id={id}
        role="tabpanel"
        aria-labelledby={labelledBy}
      >
        <SourceList sources={sources} />
        {children}
      </div>
    </>
  )
}
