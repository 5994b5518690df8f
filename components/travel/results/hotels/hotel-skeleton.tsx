/** Placeholder rows of the final height. Shown only after a delay, so a quick answer skips them. */
export function HotelSkeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {[62, 48, 70, 55, 66, 50].map((width) => (
        <div key={width} className="offer hotel">
          <div className="hotel-sum">
            <div className="hotel-about">
              <i className="ghost ghost-line is-name" style={{ width: `${width}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.7}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.5}%` }} />
            </div>
            <div className="price hotel-price">
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
