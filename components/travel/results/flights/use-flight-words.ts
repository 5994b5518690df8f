import { useMemo } from 'react'
import { type FlightWords, flightWords } from '#lib/travel/model/flights/flight-words.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'

/** The messages, locale and duration format that texts about flights use, in the reader's language. */
export function useFlightWords(): FlightWords {
  const [t, units, locale] = [useTexts('flights'), useTexts('units'), useLocale()]
  return useMemo(() => flightWords(t, units, locale), [t, units, locale])
}
