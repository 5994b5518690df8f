'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FieldReader } from '#lib/travel/model/field-sentences.ts'
import { addSlice, formSlices, sliceValues } from '#lib/travel/model/flights/edit-slices.ts'
import { type FlightFormValues, pricedSearch } from '#lib/travel/model/flights/flight-form.ts'
import type { FlightField } from '#lib/travel/model/flights/flight-query.ts'
import { onwardFields } from '#lib/travel/model/flights/onward-fields.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazily } from '../../../ui/lazily.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { usePageCurrency, useTravelProfile } from '../../profile/profile-provider.tsx'
import { useVisitMemory } from '../../results/visit-provider.tsx'
import { DateFields, flightDates } from '../date-fields.tsx'
import { PlaceField } from '../place-field.tsx'
import {
  SearchButton,
  SearchFormFrame,
  type SearchFormProps,
  useKnownPlaces,
  useLeave,
  useLeftForm,
  useResultsForm,
} from '../search-form.tsx'
import { PartyField } from './party-field.tsx'
import { TripField, TripOptions, type TripOptionsValue } from './trip-options.tsx'

/** The server's schema, loaded on first use: a page without a submitted form does not need it. */
async function resolve(values: FlightFormValues, reader: FieldReader<TextKey<'flightFields'>>) {
  const [{ resolveSearch }, { flightSentences }] = await Promise.all([
    import('#lib/travel/model/flights/resolve-flight-search.ts'),
    import('#lib/travel/model/flights/flight-sentences.ts'),
  ])
  return resolveSearch(values, new Date(), flightSentences(values.trip, reader))
}

export type FlightFormField = FlightField | 'trip'

const fields: readonly FlightFormField[] = ['origin', 'destination', 'date', 'return_date', ...onwardFields, 'adults']

/** The flight search form. Submitting puts the whole search in the URL; the results page reads it there. */
export function FlightSearchForm(given: SearchFormProps<FlightFormValues, FlightFormField>) {
  const { flightForm } = useVisitMemory()
  const props = useLeftForm(given, flightForm)
  const { shape, names } = props
  const t = useTexts('search')
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  const { known, learn } = useKnownPlaces(names)
  const [swapped, setSwapped] = useState('')
  const form = useResultsForm<FlightFormValues, FlightFormField>(props, {
    kind: 'flights',
    fields,
    resolve: (values) => resolve(values, reader),
  })
  const { values, change, errorOf, refOf, focus } = form
  usePageCurrency(props.keep ? null : values.currency, (currency) => change({ currency }))
  useLeave(props.home, flightForm, { initial: values, names: known })
  const { trip } = values
  const isMulti = trip === 'multi'
  const slices = isMulti ? formSlices(values) : [values]

  // If a new trip type changes the layout, the focus moves to the control of the trip type in the new layout.
  const moveFocus = useEffectEvent(() => focus('trip'))
  const wasMulti = useRef(isMulti)
  useEffect(() => {
    if (wasMulti.current !== isMulti) moveFocus()
    wasMulti.current = isMulti
  }, [isMulti])

  function changeTrip({ trip: next, ...others }: Partial<TripOptionsValue>) {
    const isNew = next === 'multi' && values.onward.length === 0
    change({ ...others, ...(next && { trip: next }), ...(isNew && sliceValues(addSlice(formSlices(values)))) })
  }

  function choosePlace(field: 'origin' | 'destination', code: string, name: string | undefined) {
    learn(code, name)
    change({ [field]: code })
  }

  function swap() {
    const { origin, destination } = values
    change({ origin: destination, destination: origin })
    const say = (code: string) => known[code] || code || t('noPlaceYet')
    setSwapped(t('swapped', { from: say(destination), to: say(origin) }))
  }

  const place = (field: 'origin' | 'destination', label: string) => (
    <PlaceField
      label={label}
      use="flights"
      className={field === 'destination' ? 'fld-to' : 'fld-from'}
      code={values[field]}
      name={known[values[field]]}
      error={errorOf(field)}
      inputRef={refOf(field)}
      onChoose={(code, name) => choosePlace(field, code, name)}
      onPicked={() => focus(field === 'origin' ? 'destination' : 'date')}
    />
  )

  const party = (
    <PartyField
      value={values}
      error={errorOf('adults') ?? errorOf('children') ?? errorOf('infants') ?? errorOf('cabin')}
      buttonRef={refOf('adults')}
      onChange={change}
      className="fld-party"
    />
  )
  const go = <SearchButton form={form} />

  return (
    <SearchFormFrame form={form} label={t('flightsForm')} className={isMulti && 'search-multi'}>
      {(shape === 'strip' || isMulti) && (
        <TripOptions value={values} typeRef={refOf('trip')} withCurrency={shape === 'bar'} onChange={changeTrip} />
      )}
      {shape === 'strip' && !isMulti && (
        <Homes chosen={values.origin} onChoose={(code) => choosePlace('origin', code, undefined)} />
      )}
      {isMulti ? (
        <div className="multi">
          <SliceRows
            slices={slices}
            known={known}
            learn={learn}
            errorOf={errorOf}
            refOf={refOf}
            focus={focus}
            onChange={(changed) => change(sliceValues(changed))}
          />
          <div className="strip multi-party">{party}</div>
          {go}
        </div>
      ) : (
        <div className="strip">
          {shape === 'bar' && <TripField value={values} buttonRef={refOf('trip')} onChange={changeTrip} />}
          {place('origin', t('from'))}
          <div className="swap-seat">
            <button type="button" className="swap middle" aria-label={t('swap')} onClick={swap}>
              <Icon name="swap" small />
            </button>
          </div>
          {place('destination', t('to'))}
          <DateFields
            words={flightDates(t)}
            isRound={trip === 'round'}
            date={values.date}
            returnDate={values.return_date}
            priced={pricedSearch(values)}
            errors={{ date: errorOf('date'), return_date: errorOf('return_date') }}
            dateRef={refOf('date')}
            returnRef={refOf('return_date')}
            onChange={(date, return_date) => change({ date, return_date })}
            onWantReturn={() => change({ trip: 'round' })}
          />
          {party}
          {go}
        </div>
      )}
      <span className="sr-only" aria-live="polite">
        {swapped}
      </span>
    </SearchFormFrame>
  )
}

/** The home airports of a traveler with several, each with one press. */
function Homes({ chosen, onChoose }: { chosen: string; onChoose: (code: string) => void }) {
  const t = useTexts('search')
  const { home, other_homes } = useTravelProfile().profile
  if (home === null || other_homes.length === 0) return null
  return (
    <fieldset className="opts-homes flow">
      <legend className="sr-only">{t('homes')}</legend>
      {[home, ...other_homes].map((code) => (
        <button key={code} type="button" className="chip" aria-pressed={code === chosen} onClick={() => onChoose(code)}>
          {t('fromHome', { code })}
        </button>
      ))}
    </fieldset>
  )
}

// A separate script, because most searches are not multi-city trips and have no rows.

export const SliceRows = lazily(async () => (await import('./slice-rows.tsx')).SliceRows, SlicesComing)

/** Takes the place of the rows while their script loads. */
function SlicesComing({ slices }: { slices: readonly FlightSlice[] }) {
  const numbers = slices.map((_, at) => at + 1)
  return (
    <>
      <ol className="slices" aria-busy="true">
        {numbers.map((number) => (
          <li key={number} className="slice">
            <span className="slice-number">{number}</span>
            <div className="strip" />
          </li>
        ))}
      </ol>
      <span className="btn slice-add" />
    </>
  )
}
