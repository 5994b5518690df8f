import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { ExplainedState, type ExplainedStateProps } from '../states/explained-state.tsx'
import { StatePanel } from '../states/state-panel.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'
import { FlightsAlone } from './flights-alone.tsx'
import { NoneFound } from './none-found.tsx'

// The states shown in place of the list. One script for all, because a page shows at most one of them.

export const NoFlights = NoneFound

export function ExplainedFlights(props: Omit<ExplainedStateProps, 'fields'>) {
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  return <ExplainedState {...props} fields={flightSentences(useIsMultiCity() ? 'multi' : 'one', reader)} />
}

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
