/** A checked request for a stay. The guests are those of one room; all rooms have the same number of guests. */
export interface Stay {
  checkInDate: string
  checkOutDate: string
  adults: number
  childAges: readonly number[]
  rooms: number
  /** ISO 4217; `undefined` means each hotel's own. */
  currency: string | undefined
}
