import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { low } from './co2-gauge.tsx'
import { useFlightWords } from './use-flight-words.ts'

/** The time axis above the list, shared by all bars. Hidden from screen readers: each row states its times. */
export function Ruler({ axis, withCo2 }: { axis: TimeAxis; withCo2: boolean }) {
  const { t, locale } = useFlightWords()
  const rich = useRichTexts('flights')
  const results = useTexts('results')
  return (
    <div className="ruler" aria-hidden="true">
      <span className="ruler-scope">{t('localTime')}</span>
      <span className="ruler-axis">
        {axis.ticks.map(({ at, hour, day, midnight }, index) => (
          <em
            key={at}
            className={midnight ? 'is-midnight' : undefined}
            style={{ insetInlineStart: `${at.toFixed(2)}%` }}
          >
            {tickText(hour, locale, index === 0)}
            {midnight && ` +${day}`}
          </em>
        ))}
      </span>
      <span className="ruler-co2">{withCo2 && rich('co2Each', { low })}</span>
      <span className="ruler-price">{results('totalPrice')}</span>
    </div>
  )
}
