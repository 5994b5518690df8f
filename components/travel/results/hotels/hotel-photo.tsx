import type { HotelOffer } from '#lib/travel/model/hotels/hotel-offer.ts'

/** The hotel's photo, through the app. Its place is reserved; a hotel without one has neither. */
export function HotelPhoto({ offer: { source, hotel } }: { offer: HotelOffer }) {
  const [url] = hotel.photos ?? []
  if (url === undefined) return null
  const query = new URLSearchParams({ skill: source, url })
  return (
    // biome-ignore lint/performance/noImgElement: Next would fetch the photo itself, outside the egress gateway.
    <img
      className="hotel-photo no-print"
      src={`/api/hotel-photos?${query}`}
      alt=""
      width={128}
      height={104}
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => currentTarget.classList.add('is-missing')}
    />
  )
}
