/** What every room of a stay is asked for; checked. */
export interface Stay {
  checkInDate: string
  checkOutDate: string
  adults: number
  childAges: readonly number[]
  rooms: number
  /** ISO 4217; undefined asks for each hotel's own. */
  currency: string | undefined
}
