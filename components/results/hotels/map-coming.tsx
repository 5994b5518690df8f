/** A placeholder for the map until its script has loaded. */
export function MapComing() {
  return <section className="hotel-map" aria-label="Map of the hotels" aria-busy="true" />
}
