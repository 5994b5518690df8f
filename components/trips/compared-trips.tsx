import type { TripView } from '#lib/shared/trip-view.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { comparedRows } from './compared-rows.ts'
import { mostCompared } from './most-compared.ts'
import { tripTitle } from './trip-title.ts'

interface ComparedTripsProps {
  trips: readonly TripView[]
  nowMs: number
  names: PlaceNames
  locale: string
  onLeave: (id: string) => void
}

/** The chosen trips side by side in one table. */
export function ComparedTrips({ trips, nowMs, names, locale, onLeave }: ComparedTripsProps) {
  return (
    <section id="compared" className="trips-part" aria-labelledby="compared-heading">
      <h2 id="compared-heading" className="heading">
        Compared
      </h2>
      {trips.length < 2 ? (
        <p className="quiet">
          Choose two to {mostCompared} flights, or two to {mostCompared} stays, with Compare.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a wide table only when it has the focus.
        <section className="compared-box" aria-label="Comparison" tabIndex={0}>
          <table className="compared">
            <thead>
              <tr>
                <td />
                {trips.map((trip) => (
                  <th key={trip.id} scope="col">
                    <span>{tripTitle(trip, names)}</span>
                    <Button
                      variant="quiet"
                      size="sm"
                      onClick={() => onLeave(trip.id)}
                      aria-label={`Take ${tripTitle(trip, names)} out of the comparison`}
                    >
                      <Icon name="x" small />
                    </Button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {comparedRows(trips, { nowMs, locale }).map(({ title, cells, best }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {cells.map((text, at) => (
                    <td key={trips[at]?.id}>
                      {text}
                      {best?.at.includes(at) && <Badge tone="ok">{best.word}</Badge>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
