/** A city with more airports than the searched place. */
export interface WiderPlace {
  field: 'origin' | 'destination'
  code: string
  name: string
}
