import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import { lazily } from '../../../ui/lazily.tsx'

// A separate script, because most searches are not multi-city trips and have no rows.

export const SliceRows = lazily(async () => (await import('./slice-rows.tsx')).SliceRows, SlicesComing)

/** Takes the place of the rows while their script loads. */
function SlicesComing({ slices }: { slices: readonly FlightSlice[] }) {
  const numbers = slices.map((_, at) => at + 1)
  return (
    <>
      <ol className="slices" aria-busy="true">
        {numbers.map((number) => (
          <li key={number} className="slice">
            <span className="slice-number">{number}</span>
            <div className="strip" />
          </li>
        ))}
      </ol>
      <span className="btn slice-add" />
    </>
  )
}
