import { SearchForm } from '#components/search/flights/flight-search-form.tsx'
import { Home } from './home.tsx'

export default function HomePage() {
  return <Home search="flights" form={({ form, names }) => <SearchForm shape="strip" initial={form} names={names} />} />
}
