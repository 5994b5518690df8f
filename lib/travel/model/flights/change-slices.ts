import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'

/**
 * Changes one flight. A changed destination also becomes the origin of the next flight, unless that origin was already
 * a different place.
 */
export function changeSlice(slices: readonly FlightSlice[], at: number, change: Partial<FlightSlice>): FlightSlice[] {
  const before = slices[at]?.destination
  return slices.map((slice, index) => {
    if (index === at) return { ...slice, ...change }
    const follows = slice.origin === '' || slice.origin === before
    return index === at + 1 && change.destination && follows ? { ...slice, origin: change.destination } : slice
  })
}

/** Moves a flight's cities one position up or down. The dates stay, because they must remain in order. */
export function moveSlice(slices: readonly FlightSlice[], at: number, by: 1 | -1): FlightSlice[] {
  const [moved, other] = [slices[at], slices[at + by]]
  if (!moved || !other) return [...slices]
  return slices.map((slice, index) => {
    if (index === at) return { ...other, date: slice.date }
    return index === at + by ? { ...moved, date: slice.date } : slice
  })
}
