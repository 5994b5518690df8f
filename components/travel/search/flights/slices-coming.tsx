import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'

/** Takes the place of the rows while their script loads. */
export function SlicesComing({ slices }: { slices: readonly FlightSlice[] }) {
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
