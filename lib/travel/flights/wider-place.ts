/** A city with more airports than the one that was searched. */
export interface WiderPlace {
  field: 'origin' | 'destination'
  code: string
  name: string
}
