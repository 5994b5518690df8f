import { wholeNumber } from '#runner/contract/travel-fields.ts'
import { maxBags } from './usual-profile.ts'

const cabin_bags = wholeNumber([0, maxBags.cabin])
const checked_bags = wholeNumber([0, maxBags.checked])

/** The bags of each traveler, which the prices of a request include. Absent: none are counted. */
export const bagFields = { cabin_bags: cabin_bags.default(0), checked_bags: checked_bags.default(0) }
export const optionalBags = { cabin_bags: cabin_bags.exactOptional(), checked_bags: checked_bags.exactOptional() }
