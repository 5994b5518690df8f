import { makeTimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { TrackLines } from './time-track.tsx'

/** The positions of the grey bars: static and different in each row, so that they do not look like flights. */
const bars = [
  [15, 34, 38, 28],
  [10, 49, 32, 40],
  [24, 30, 44, 26],
  [18, 44, 30, 44],
  [30, 26, 22, 40],
  [12, 40, 36, 34],
] as const

/** Placeholder rows of the final height on the time grid. Shown only after a delay, so a quick answer skips them. */
export function FlightSkeleton({ legs }: { legs: number }) {
  const axis = makeTimeAxis([])
  // Rows of several cities are so high that fewer fill the window.
  const rows = legs > 2 ? bars.slice(0, 4) : bars
  return (
    <div className="skeleton" aria-hidden="true">
      {rows.map(([outLeft, outWidth, backLeft, backWidth]) => (
        <div key={outLeft} className="offer">
          <div className="sum">
            <div className="who flow">
              <i className="ghost ghost-mark" />
            </div>
            <div className="legs">
              {Array.from({ length: legs }, (_, at) => at).map((at) => (
                <GhostLeg
                  key={at}
                  axis={axis}
                  left={at % 2 ? backLeft : outLeft}
                  width={at % 2 ? backWidth : outWidth}
                />
              ))}
            </div>
            <div className="co2 column" />
            <div className="price">
              <i className="ghost ghost-price" />
              <i className="ghost ghost-line" />
            </div>
            <span />
            <div className="facts row" />
          </div>
        </div>
      ))}
    </div>
  )
}

function GhostLeg({ axis, left, width }: { axis: ReturnType<typeof makeTimeAxis>; left: number; width: number }) {
  return (
    <div className="leg">
      <i className="ghost ghost-time" />
      <i className="ghost ghost-time" />
      <span className="track">
        <TrackLines axis={axis} />
        <i className="bar is-ghost" style={{ insetInlineStart: `${left}%`, width: `${width}%` }} />
      </span>
      <i className="ghost ghost-time" />
    </div>
  )
}

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
