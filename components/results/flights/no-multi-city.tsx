import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { StatePanel } from '../states/state-panel.tsx'
import { FlightsAlone } from './flights-alone.tsx'

/** No source that could answer accepts a trip of this many flights. */
export function NoMultiCity({ search }: { search: FlightSearch }) {
  return (
    <StatePanel
      icon="info"
      title="No source searches multi-city trips for now"
      actions={
        <ul className="state-steps">
          <FlightsAlone search={search}>Search each flight by itself</FlightsAlone>
        </ul>
      }
    >
      <p>Your search is fine. The sources that are switched on search one-way and round trips only.</p>
    </StatePanel>
  )
}
