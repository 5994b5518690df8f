import { useLayoutEffect, useRef } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { PlaceUse } from '#lib/travel/client/find-places.ts'
import type { PlaceOptions } from '#lib/travel/client/use-place-options.ts'
import { formatDistance } from '#lib/travel/model/distance.ts'
import type { Place } from '#lib/travel/model/place.ts'
import { Icon } from '../../ui/icon.tsx'
import { cityIcon, mapIcon } from '../../ui/later-icons.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'

interface PlaceListProps {
  /** The field's id. The list is `id-list`, its options are `id-0`, `id-1`, … */
  id: string
  label: string
  use: PlaceUse
  isShown: boolean
  options: PlaceOptions
  active: number
  onChoose: (place: Place) => void
}

/** The options under a place field; their count is announced to screen readers. */
export function PlaceList({ id, label, use, isShown, options, active, onChoose }: PlaceListProps) {
  const t = useTexts('search')
  const locale = useLocale()
  const { places, status } = options
  const message = isShown ? messageOf(options, use, t) : ''
  const pop = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isShown && pop.current) fitIntoWindow(pop.current)
  }, [isShown])
  useLayoutEffect(() => {
    if (isShown) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isShown, active])
  return (
    <>
      <div ref={pop} className="place-pop column" hidden={!isShown}>
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={t('placesFor', { label })}
          aria-busy={status === 'loading'}
        >
          {places.map((place, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keyboard.
            <div
              key={`${place.type} ${place.code || `${place.lat} ${place.lon}`}`}
              id={`${id}-${at}`}
              className="place-option"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // Keeps the focus in the field until the click arrives.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
            >
              <Icon name={icons[place.type]} />
              <span className="place-words">
                <span className="place-title">{place.type === 'airport' ? place.city || place.name : place.name}</span>
                <span className="place-sub cut dim">{reasonOf(place, subtitle(place, use, t), t, locale)}</span>
              </span>
              <span className="place-code">{place.code}</span>
            </div>
          ))}
        </div>
        {places.length === 0 && <p className="place-message soft">{messageOf(options, use, t)}</p>}
      </div>
      <span className="sr-only" aria-live="polite">
        {message}
      </span>
    </>
  )
}

/** In px. MARGIN: the gap between the list and the window's edge. LEAST: with this much space, the list opens below. */
const MARGIN = 14
const LEAST = 250

/**
 * Opens below the field; opens above it if there is little room below and more above. Limits the height to the free
 * space.
 */
function fitIntoWindow(pop: HTMLElement): void {
  const field = pop.parentElement?.getBoundingClientRect()
  if (!field) return
  const height = window.visualViewport?.height ?? window.innerHeight
  const [above, below] = [field.top - MARGIN, height - field.bottom - MARGIN]
  const isAbove = below < LEAST && above > below
  pop.classList.toggle('is-above', isAbove)
  pop.style.maxHeight = `min(396px, ${Math.round(Math.max(120, isAbove ? above : below))}px)`
}

const icons = { city: cityIcon, airport: 'plane', town: cityIcon, district: cityIcon, landmark: mapIcon } as const

function subtitle({ type, name, country }: Place, use: PlaceUse, t: Texts<'search'>): string {
  if (type === 'airport') return t('airportIn', { name, country })
  if (type === 'city') return use === 'stays' ? country : t('allAirports', { country })
  return type === 'town' ? country : t(type === 'district' ? 'district' : 'sight', { country })
}

/** The subtitle, after why the place matches if its own name does not show it. */
function reasonOf({ near, matched }: Place, more: string, t: Texts<'search'>, locale: string): string {
  if (near) return t('nearPlace', { distance: formatDistance(near.km, locale), place: near.name, more })
  return matched === undefined ? more : `${matched} · ${more}`
}

function messageOf({ places, status }: PlaceOptions, use: PlaceUse, t: Texts<'search'>): string {
  if (status === 'failed') return t('placesFailed')
  if (status === 'ready') {
    if (places.length === 0 && use === 'stays') return t('noStayPlace')
    if (places.length === 0) return t('noAirport')
    return t('places', { count: places.length })
  }
  return places.length === 0 ? t('lookingForPlaces') : ''
}
