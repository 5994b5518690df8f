import { useTexts } from '../../../ui/texts.tsx'
/** A placeholder for the map until its script has loaded. */
export function MapComing() {
  return <section className="hotel-map" aria-label={useTexts('hotels')('mapLabel')} aria-busy="true" />
}
