import { FlightSearchForm } from '#components/travel/search/flights/flight-search-form.tsx'
import { Home } from './home.tsx'

export default function HomePage() {
  return (
    <Home
      search="flights"
      form={({ form, names }) => <FlightSearchForm shape="strip" home="/" initial={form} names={names} />}
    />
  )
}
