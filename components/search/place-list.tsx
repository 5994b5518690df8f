import type { PlaceOptions } from '#lib/client/use-place-options.ts'
import type { Place } from '#lib/travel/place.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'

interface PlaceListProps {
  /** The field's id: the list is `id-list`, its options `id-0`, `id-1`, … */
  id: string
  label: string
  isShown: boolean
  options: PlaceOptions
  active: number
  onChoose: (place: Place) => void
}

/** The options under a place field, and how many there are for those who do not see them. */
export function PlaceList({ id, label, isShown, options, active, onChoose }: PlaceListProps) {
  const { places, status } = options
  const message = isShown ? messageOf(options) : ''
  return (
    <>
      <div className={classes('place-pop', !isShown && 'hidden')}>
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={`Places for ${label}`}
          aria-busy={status === 'loading'}
        >
          {places.map((place, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard.
            <div
              key={`${place.type} ${place.code}`}
              id={`${id}-${at}`}
              className="place-option"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // The press must not take the focus out of the field before the click arrives.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
            >
              <Icon name={place.type === 'city' ? 'city' : 'plane'} />
              <span className="place-words">
                <span className="place-title">{place.type === 'city' ? place.name : place.city || place.name}</span>
                <span className="place-sub">{subtitle(place)}</span>
              </span>
              <span className="place-code">{place.code}</span>
            </div>
          ))}
        </div>
        {places.length === 0 && <p className="place-message">{messageOf(options)}</p>}
      </div>
      <span className="sr-only" aria-live="polite">
        {message}
      </span>
    </>
  )
}

function subtitle(place: Place): string {
  return place.type === 'city' ? `All airports, ${place.country}` : `${place.name}, ${place.country}`
}

function messageOf({ places, status }: PlaceOptions): string {
  if (status === 'failed') return 'Places cannot be loaded now. A three-letter code works too.'
  if (status === 'ready') {
    if (places.length === 0) return 'No airport or city found. Check the spelling, or type a three-letter code.'
    return places.length === 1 ? '1 place' : `${places.length} places`
  }
  return places.length === 0 ? 'Looking for places' : ''
}
