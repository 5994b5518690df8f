'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { TripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import { makeTimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { hasTwelveHours, useReader } from '../../reader.tsx'
import { useFlightSearch } from '../flight-search-context.tsx'
import { useFlightWords } from '../use-flight-words.ts'
import { LegCells } from './step-row.tsx'

interface TripStepsProps {
  step: TripStep
  /** The chosen outbound, in the step of the return. */
  outbound: FlightLeg | undefined
}

/**
 * The two steps of a round trip, the chosen outbound with a way back to the choice, and the switch to one list. A new
 * step takes the focus to its heading, which a screen reader announces.
 */
export function TripSteps({ step, outbound }: TripStepsProps) {
  const { t, locale } = useFlightWords()
  const { travelers } = useReader()
  const { date, return_date } = useFlightSearch()
  const heading = useStepHeading(step.chosen)
  const isFlat = step.kind === 'all'
  const out = { name: t('outbound'), date: formatDate(date, locale) }
  const back = { name: t('returnAndFare'), date: return_date === null ? '' : formatDate(return_date, locale) }
  return (
    <>
      <div className="steps no-print">
        {!isFlat && (
          <ol>
            {step.kind === 'outbound' ? (
              <Current heading={heading} mark="1" {...out} />
            ) : (
              <li>
                <button type="button" className="step row is-done" onClick={step.change}>
                  <StepName mark={<Icon name="check" small />} {...out} />
                </button>
              </li>
            )}
            {step.kind === 'return' ? (
              <Current heading={heading} mark="2" {...back} />
            ) : (
              <li>
                <span className="step row">
                  <StepName mark="2" {...back} />
                </span>
              </li>
            )}
          </ol>
        )}
        <span className="steps-scope cut dim">{t('totalsFor', { count: travelers })}</span>
        <button
          type="button"
          className="chip"
          aria-pressed={isFlat}
          aria-label={t('oneList')}
          onClick={() => step.setFlat(!isFlat)}
        >
          <Icon name="list" small />
          <span className="steps-flat">{t('oneList')}</span>
        </button>
      </div>
      {outbound && (
        <div className={classes('pinned step-row has-steps', hasTwelveHours(locale) && 'has-12h')}>
          <div className="step-cells">
            <LegCells leg={outbound} axis={makeTimeAxis([outbound])} />
          </div>
          <Button className="no-print" onClick={step.change}>
            {t('changeOutbound')}
          </Button>
        </div>
      )}
    </>
  )
}

interface StepNameProps {
  mark: ReactNode
  name: string
  date: string
}

const StepName = ({ mark, name, date }: StepNameProps) => (
  <>
    <em aria-hidden="true">{mark}</em>
    {name} <span className="step-date">{date}</span>
  </>
)

function Current({ heading, ...name }: StepNameProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <li aria-current="step">
      <h2 ref={heading} className="step row" tabIndex={-1}>
        <StepName {...name} />
      </h2>
    </li>
  )
}

/** The heading of the step, which takes the focus when the step changes. Back also restores the scroll position. */
function useStepHeading(chosen: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(chosen)
  const isBack = useRef(false)
  useEffect(() => {
    const note = () => {
      isBack.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    if (shown.current !== chosen) heading.current?.focus({ preventScroll: isBack.current })
    shown.current = chosen
    isBack.current = false
  })
  return heading
}
