'use client'

import { useEffect, useRef, useState } from 'react'
import { hasFilters } from '#lib/travel/client/list-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useTravelProfile } from '../profile/profile-provider.tsx'
import { useReader } from './reader.tsx'

type Saving = { kind: 'idle' | 'saving' } | { kind: 'saved'; isFiltered: boolean } | { kind: 'failed'; why: string }

/**
 * A button that saves the search of this page, which the app then repeats. The server ignores filters in the URL, and
 * this says so.
 */
export function SaveSearch() {
  const { kind } = useReader()
  const { cabin_bags, checked_bags } = useTravelProfile().profile
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' })
  const link = useRef<HTMLAnchorElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The pressed button was replaced or disabled, so the link or the button gets the focus.
    if (saving.kind === 'saved') link.current?.focus({ preventScroll: true })
    if (saving.kind === 'failed') button.current?.focus({ preventScroll: true })
  }, [saving])

  async function save() {
    setSaving({ kind: 'saving' })
    const search = { kind, search: window.location.search, cabin_bags, checked_bags }
    try {
      const [{ saveSearch }, filtered] = await Promise.all([
        import('#lib/travel/client/trips/trip-calls.ts'),
        isFiltered(kind),
      ])
      const why = await saveSearch(search, { texts: t, refusals })
      setSaving(why === undefined ? { kind: 'saved', isFiltered: filtered } : { kind: 'failed', why })
    } catch {
      setSaving({ kind: 'failed', why: t('connectionLost') })
    }
  }

  if (saving.kind === 'saved')
    return (
      <TextLink ref={link} className="save-search no-print" href="/trips#searches">
        {t(saving.isFiltered ? 'savedWithoutFilters' : 'savedUnderTrips')}
      </TextLink>
    )
  return (
    <>
      <Button
        ref={button}
        size="sm"
        className="save-search no-print"
        disabled={saving.kind === 'saving'}
        onClick={() => void save()}
      >
        <Icon name="clock" small />
        <span>{t('saveSearch')}</span>
      </Button>
      {saving.kind === 'failed' && (
        <Notice tone="stop" role="alert">
          {saving.why}
        </Notice>
      )}
    </>
  )
}

/** Loads the parameters of one kind of list only: a page has no use for those of the other. */
async function isFiltered(kind: 'flights' | 'hotels'): Promise<boolean> {
  const { search } = window.location
  if (kind === 'flights')
    return hasFilters(search, (await import('#lib/travel/client/flights/flight-list-query.ts')).flightList)
  return hasFilters(search, (await import('#lib/travel/client/hotels/hotel-list-query.ts')).hotelList)
}
