import type { FlightSlice } from './slice-text.ts'

/** Reads the text of a URL without checking its parts. Codes may be in lower case. */
export function readSlice(text: string): { [name in keyof FlightSlice]: string | undefined } {
  const [origin, destination, ...day] = text.trim().toUpperCase().split('-')
  return { origin: origin || undefined, destination: destination || undefined, date: day.join('-') || undefined }
}
