'use client'

import { type RefObject, useState } from 'react'
import { offerTotal } from '#lib/travel/model/hotels/total-words.ts'
import { listWriter } from '#lib/travel/model/money.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useComparison } from './comparison.tsx'
import type { HotelMapProps } from './hotel-map.tsx'
import { HotelMap } from './hotel-parts.tsx'

interface MapSheetProps {
  ref: RefObject<HTMLDialogElement | null>
  map: Omit<HotelMapProps, 'onChoose' | 'onSearch'>
  /** Shows a hotel in the list. */
  onChoose: (key: string) => void
}

/** The full-screen map on phones; the chosen hotel is named below it. */
export function MapSheet({ ref, map, onChoose }: MapSheetProps) {
  const locale = useLocale()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const [chosen, setChosen] = useState<string | null>(null)
  const writing = { comparison: useComparison(), writeIn: listWriter(map.whole, locale), t }
  const item = map.items.find(({ key }) => key === chosen)
  return (
    <Sheet ref={ref} title={t('map')} className="map-sheet">
      <HotelMap {...map} lit={chosen ?? map.lit} onChoose={setChosen} onSearch={() => ref.current?.close()} />
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
                ref.current?.close()
                onChoose(item.key)
              }}
            >
              {t('showInList')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
