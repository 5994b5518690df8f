import type { ReactNode } from 'react'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import { troubleSentence } from './trouble-sentence.ts'

/** Explains an empty list: invalid offers if any arrived, else `children`; then each failed source. */
export function NoneExplained({ view: { leftOut, troubles }, children }: { view: NoneView; children: ReactNode }) {
  return (
    <>
      {leftOut > 0 ? (
        <p>
          {leftOut === 1 ? '1 offer arrived, but its' : `${leftOut} offers arrived, but their`} details are invalid, so
          we do not show {leftOut === 1 ? 'it' : 'them'}.
        </p>
      ) : (
        <p>{children}</p>
      )}
      {troubles.map((trouble) => (
        <p key={`${trouble.kind} ${trouble.who}`}>{troubleSentence(trouble)}</p>
      ))}
    </>
  )
}
