'use client'

import { useEffect, useRef, useState } from 'react'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { hasFilters } from '#lib/travel/client/list-query.ts'
import { saveSearch } from '#lib/travel/client/trips/trip-calls.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useTravelProfile } from '../profile/profile-provider.tsx'
import { useReader } from './reader.tsx'
import { SaveButton } from './save-button.tsx'

type Saving = { kind: 'saving' } | { kind: 'saved' } | { kind: 'failed'; why: string }

/**
 * Saves the search of this page as soon as this component is rendered. The app then repeats the search. The server
 * ignores filters in the URL, and this says so. It saves each search only once.
 */
export function SavingSearch() {
  const { kind } = useReader()
  const { cabin_bags, checked_bags } = useTravelProfile().profile
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const [saving, setSaving] = useState<Saving>({ kind: 'saving' })
  const link = useRef<HTMLAnchorElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The pressed button was replaced, so the link or the new button gets the focus.
    if (saving.kind === 'saved') link.current?.focus({ preventScroll: true })
    if (saving.kind === 'failed') button.current?.focus({ preventScroll: true })
    if (saving.kind !== 'saving') return
    let isGone = false
    const search = { kind, search: window.location.search, cabin_bags, checked_bags }
    void saveSearch(search, { texts: t, refusals }).then((why) => {
      if (!isGone) setSaving(why === undefined ? { kind: 'saved' } : { kind: 'failed', why })
    })
    return () => {
      isGone = true
    }
  }, [saving, kind, cabin_bags, checked_bags, t, refusals])

  if (saving.kind === 'saved')
    return (
      <TextLink ref={link} className="save-search no-print" href="/trips#searches">
        {t(isFiltered(kind) ? 'savedWithoutFilters' : 'savedUnderTrips')}
      </TextLink>
    )
  return (
    <>
      <SaveButton ref={button} disabled={saving.kind === 'saving'} onClick={() => setSaving({ kind: 'saving' })} />
      {saving.kind === 'failed' && (
        <Notice tone="stop" role="alert">
          {saving.why}
        </Notice>
      )}
    </>
  )
}

function isFiltered(kind: 'flights' | 'hotels'): boolean {
  const { search } = window.location
  if (kind === 'flights') return hasFilters(search, flightList)
  return hasFilters(search, hotelList)
}
