import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { HotelSearchForm } from '#components/travel/search/hotels/hotel-search-form.tsx'
import { emptyHotelForm } from '#lib/travel/model/hotels/hotel-form.ts'
import { Home } from '../home.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell'))('hotels') }
}

/**
 * The home page with the hotel form. The hotel form has a separate URL, so that a page loads only one of the two forms.
 */
export default function HotelsHomePage() {
  return (
    <Home
      search="hotels"
      form={({ form: { currency } }) => (
        <HotelSearchForm shape="strip" initial={{ ...emptyHotelForm, currency }} names={{}} />
      )}
    />
  )
}
