import { starsText } from '#lib/travel/model/hotels/words.ts'
import { useTexts } from '../../../ui/texts.tsx'

/** A hotel's stars, as icons and as text for screen readers. */
export function Stars({ stars }: { stars: number | undefined }) {
  const t = useTexts('hotels')
  if (stars === undefined) return null
  return (
    <span className="stars" role="img" aria-label={starsText(stars, t)}>
      {Array.from({ length: stars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all stars are equal.
        <i key={at} />
      ))}
    </span>
  )
}
