/** A city with more airports than the searched one. */
export interface WiderPlace {
  field: 'origin' | 'destination'
  code: string
  name: string
}
