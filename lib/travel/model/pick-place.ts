import type { Place } from './place.ts'

/** The choice that follows from the typed text when the reader leaves a place field. */
type PlaceChoice = { kind: 'place'; place: Place } | { kind: 'code'; code: string } | { kind: 'none' }

/**
 * A complete code is chosen even before the list arrives. Other words choose the highlighted place of a list that
 * matches them.
 */
export function pickPlace(typed: string, options: { query: string; places: Place[] }, active: number): PlaceChoice {
  const words = typed.trim()
  const code = words.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const isAnswered = options.query === words
  // "goa" in small letters may be the name of a place that the list has first.
  const isMeant = isCode && (words === code || !isAnswered)
  const exact = isMeant ? options.places.find((place) => place.code === code) : undefined
  const marked = isAnswered ? options.places[active] : undefined
  if (isAnswered && active > 0 && marked) return { kind: 'place', place: marked }
  if (exact) return { kind: 'place', place: exact }
  if (marked && words !== '') return { kind: 'place', place: marked }
  if (isCode && (!isAnswered || options.places.length === 0)) return { kind: 'code', code }
  return { kind: 'none' }
}

/** A place's name as a field shows it before the code. */
export function placeTitle(place: Pick<Place, 'city' | 'name'>): string {
  return place.city || place.name
}
