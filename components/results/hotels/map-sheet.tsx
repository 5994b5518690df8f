'use client'

import { type ComponentProps, type RefObject, useState } from 'react'
import { formatPrice } from '#lib/travel/money.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useReader } from '../reader.tsx'
import { HotelMap } from './hotel-map.tsx'

interface MapSheetProps {
  ref: RefObject<HTMLDialogElement | null>
  map: Omit<ComponentProps<typeof HotelMap>, 'onChoose' | 'onSearch'>
  /** Shows a hotel in the list. */
  onChoose: (key: string) => void
}

/** The map over a whole phone; the hotel that is chosen on it is named below. */
export function MapSheet({ ref, map, onChoose }: MapSheetProps) {
  const { locale } = useReader()
  const [chosen, setChosen] = useState<string | null>(null)
  const item = map.items.find(({ key }) => key === chosen)
  return (
    <Sheet ref={ref} title="Map" className="map-sheet">
      <HotelMap {...map} lit={chosen ?? map.lit} onChoose={setChosen} onSearch={() => ref.current?.close()} />
      <div className="map-chosen" aria-live="polite">
        {item && (
          <>
            <span>
              <b>{readablePlaceName(item.offer.hotel.name)}</b>
              <span>{formatPrice(item.offer.price.amount, item.offer.price.currency, locale)} total</span>
            </span>
            <Button
              variant="accent"
              onClick={() => {
                ref.current?.close()
                onChoose(item.key)
              }}
            >
              Show in list
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
