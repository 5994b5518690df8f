// The guests of rooms. Imports no library, because pages use it.

/** The guests of one room. */
export type RoomGuests = { readonly adults: number; readonly child_ages: readonly number[] }

type Party = {
  readonly adults: number
  readonly child_ages: readonly number[]
  readonly rooms: number
  readonly room_guests?: readonly string[] | undefined
}

/** A room as a text: the number of its adults, then the age of each child, like `1-7`. */
export const roomPattern = /^[1-9](?:-(?:\d|1[0-7]))*$/

/** The guests of every room of a search or a result, in order: each with its own, or all with the same. */
export function roomsOf({ adults, child_ages, rooms, room_guests = [] }: Party): RoomGuests[] {
  if (room_guests.length === 0) return Array.from({ length: rooms }, () => ({ adults, child_ages }))
  return room_guests.map(readRoom)
}

function readRoom(text: string): RoomGuests {
  const [adults = 0, ...child_ages] = text.split('-').map(Number)
  return { adults, child_ages }
}

/**
 * The party of rooms in its normal form. Rooms with the same guests are counted, so that a search has one form; others
 * are listed.
 */
export function partyOf<Given extends Party>(given: Given): Given {
  const { room_guests = [] } = given
  const [first] = room_guests
  if (first === undefined || room_guests.some((room) => room !== first)) return given
  return { ...given, ...readRoom(first), rooms: room_guests.length, room_guests: undefined }
}
