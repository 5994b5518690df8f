import { FlightHomeForm } from '#components/travel/search/flights/flight-home-form.tsx'
import { Home } from './home.tsx'

export default function HomePage() {
  return <Home search="flights" form={({ form, names }) => <FlightHomeForm initial={form} names={names} />} />
}
