import { HotelSearchForm } from '#components/travel/search/hotels/hotel-search-form.tsx'
import { emptyHotelForm } from '#lib/travel/model/hotels/hotel-form.ts'
import { titled } from '../../../titled.ts'
import { Home } from '../home.tsx'

export const generateMetadata = titled('shell', 'hotels')

/**
 * The home page with the hotel form. The hotel form has a separate URL, so that a page loads only one of the two forms.
 */
export default function HotelsHomePage() {
  return (
    <Home
      search="hotels"
      form={({ form: { currency } }) => (
        <HotelSearchForm shape="strip" home="/hotels" initial={{ ...emptyHotelForm, currency }} names={{}} />
      )}
    />
  )
}
