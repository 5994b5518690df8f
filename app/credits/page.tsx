import type { Metadata } from 'next'
import { attribution } from '#lib/places/attribution.ts'

export const metadata: Metadata = { title: 'Data sources' }

export default function CreditsPage() {
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">Data sources</h1>
      <p>Prices and schedules come from the provider named on each flight, with their age. Sample data says so.</p>
      <h2 className="heading">Airports and time zones</h2>
      <p>{attribution}</p>
      <h2 className="heading">Exchange rates</h2>
      <p>
        European Central Bank, euro foreign exchange reference rates. We use them only to compare prices, marked
        “about”, never to charge you.
      </p>
      <h2 className="heading">Map</h2>
      <p>Coastlines: Natural Earth (public domain), as packaged by world-atlas.</p>
      <h2 className="heading">Type</h2>
      <p>
        Archivo by Omnibus-Type and JetBrains Mono by JetBrains, both under the SIL Open Font License 1.1, as packaged
        by Fontsource.
      </p>
    </main>
  )
}
