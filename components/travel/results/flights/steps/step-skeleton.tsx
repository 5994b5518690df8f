import { makeTimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { bars } from '../flight-skeleton.tsx'
import { TrackLines } from '../time-track.tsx'

/** Placeholder rows of a list with one direction in each row. */
export function StepSkeleton() {
  const axis = makeTimeAxis([])
  return (
    <div className="skeleton has-steps" aria-hidden="true">
      {bars.map(([left, width]) => (
        <div key={left} className="offer">
          <div className="step-row">
            <div className="step-cells">
              <span className="step-who row">
                <i className="ghost ghost-mark" />
              </span>
              <i className="ghost ghost-line" />
              <span className="track">
                <TrackLines axis={axis} />
                <i className="bar is-ghost" style={{ insetInlineStart: `${left}%`, width: `${width}%` }} />
              </span>
              <i className="ghost ghost-time" />
              <i />
              <i className="ghost ghost-price" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
