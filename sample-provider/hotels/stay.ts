/** The checked request of each room of a stay. */
export interface Stay {
  checkInDate: string
  checkOutDate: string
  adults: number
  childAges: readonly number[]
  rooms: number
  /** ISO 4217; `undefined` means each hotel's own. */
  currency: string | undefined
}
