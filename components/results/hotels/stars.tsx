import { starsText } from '#lib/travel/hotels/words.ts'

/** A hotel's stars, as icons and as text for screen readers. */
export function Stars({ stars }: { stars: number | undefined }) {
  if (stars === undefined) return null
  return (
    <span className="stars" role="img" aria-label={starsText(stars)}>
      {Array.from({ length: stars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all stars are equal.
        <i key={at} />
      ))}
    </span>
  )
}
