import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Found } from '../results/found.ts'

/** A hotel result with its source and other facts about the answer. */
export interface HotelOffer extends Found {
  hotel: HotelResult
}

type Rated = Pick<HotelResult, 'rate'>

/** Who alone may book an offer; `undefined` if anyone can, or the provider does not restrict it. */
export const restriction = ({ rate }: Rated): 'negotiated' | 'conditional' | undefined =>
  rate?.audience === 'public' ? undefined : rate?.audience

export const isForAnyone = (hotel: Rated): boolean => restriction(hotel) === undefined
