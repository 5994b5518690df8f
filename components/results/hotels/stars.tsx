import { starsText } from '#lib/travel/hotels/words.ts'

/** A hotel's stars, drawn and said. */
export function Stars({ stars }: { stars: number | undefined }) {
  if (stars === undefined) return null
  return (
    <span className="stars" role="img" aria-label={starsText(stars)}>
      {Array.from({ length: stars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are all the same.
        <i key={at} />
      ))}
    </span>
  )
}
