import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from '../states/state-panel.tsx'
import { FlightsAlone } from './flights-alone.tsx'

/** No available source accepts a trip with this many flights. */
export function NoMultiCity({ search }: { search: FlightSearch }) {
  const t = useTexts('flights')
  return (
    <StatePanel
      icon="info"
      title={t('noMultiCity')}
      actions={
        <ul className="state-steps">
          <FlightsAlone search={search}>{t('searchEach')}</FlightsAlone>
        </ul>
      }
    >
      <p>{t('simpleTripsOnly')}</p>
    </StatePanel>
  )
}
