/** The guests of one room. */
export type Room = { readonly adults: number; readonly childAges: number[] }

type Party = {
  readonly adults: number
  readonly child_ages: number[]
  readonly rooms: number
  readonly room_guests?: readonly string[] | undefined
}

/** The guests of every room of a hotel search, in order: each with its own, or all with the same. */
export function roomsOf({ adults, child_ages, rooms, room_guests }: Party): Room[] {
  if (room_guests === undefined) return Array.from({ length: rooms }, () => ({ adults, childAges: child_ages }))
  return room_guests.map((room) => {
    const [first = 0, ...childAges] = room.split('-').map(Number)
    return { adults: first, childAges }
  })
}
