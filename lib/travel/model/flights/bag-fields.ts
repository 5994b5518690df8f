import { wholeNumber } from '#runner/contract/travel-fields.ts'
import { maxBags } from '../usual-profile.ts'

/** The bags of each traveler, which the prices of a request include. Absent: none are counted. */
export const bagFields = {
  cabin_bags: wholeNumber([0, maxBags.cabin]).default(0),
  checked_bags: wholeNumber([0, maxBags.checked]).default(0),
}
