import type { TimeAxis } from '#lib/travel/flights/time-axis.ts'

/** The head of the list: the axis that all bars share. It repeats what each row says in words, so it is not read out. */
export function Ruler({ axis, withCo2 }: { axis: TimeAxis; withCo2: boolean }) {
  return (
    <div className="ruler" aria-hidden="true">
      <span className="ruler-scope">Local time at departure airport</span>
      <span className="ruler-axis">
        {axis.ticks.map(({ at, label, midnight }) => (
          <em key={at} className={midnight ? 'is-midnight' : undefined} style={{ left: `${at.toFixed(2)}%` }}>
            {label}
          </em>
        ))}
      </span>
      <span className="ruler-co2">
        {withCo2 && (
          <>
            CO<sub>2</sub> each
          </>
        )}
      </span>
      <span className="ruler-price">Total price</span>
    </div>
  )
}
