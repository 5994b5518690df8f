'use client'

import { useState } from 'react'
import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import { offerTotal } from '#lib/travel/model/hotels/total-words.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { Button } from '../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useComparison } from './comparison.tsx'
import type { HotelMapProps } from './hotel-map.tsx'
import { HotelMap } from './hotel-parts.tsx'

interface MapInSheetProps {
  map: Omit<HotelMapProps, 'onChoose' | 'onSearch'>
  /** Shows a hotel in the list. */
  onChoose: (key: string) => void
  /** Closes the sheet. */
  onClose: () => void
}

/** The full-screen map on phones; the chosen hotel is named below it. */
export function MapInSheet({ map, onChoose, onClose }: MapInSheetProps) {
  const locale = useLocale()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const [chosen, setChosen] = useState<string | null>(null)
  const writing = { comparison: useComparison(), writeIn: listWriter(map.whole, locale), t }
  const item = map.items.find(({ key }) => key === chosen)
  return (
    <>
      <HotelMap {...map} lit={chosen ?? map.lit} onChoose={setChosen} onSearch={onClose} />
      <div className="map-chosen" aria-live="polite">
        {item && (
          <>
            <span>
              <b>{readablePlaceName(item.offer.hotel.name)}</b>
              <span>{results('priceTotal', { price: offerTotal(item.offer, writing) })}</span>
            </span>
            <Button
              variant="accent"
              onClick={() => {
                onClose()
                onChoose(item.key)
              }}
            >
              {t('showInList')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
