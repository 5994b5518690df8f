import type { ReactNode } from 'react'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import { troubleSentence } from './trouble-sentence.ts'

/** Why there is nothing: `children` when the sources have nothing, else what they sent that cannot be shown; and who failed. */
export function NoneExplained({ view: { leftOut, troubles }, children }: { view: NoneView; children: ReactNode }) {
  return (
    <>
      {leftOut > 0 ? (
        <p>
          {leftOut === 1 ? 'The one offer' : `All ${leftOut} offers`} that came {leftOut === 1 ? 'is' : 'are'} not
          shown, because what the source says of {leftOut === 1 ? 'it' : 'them'} cannot be true.
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
