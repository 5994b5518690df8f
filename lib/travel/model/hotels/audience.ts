import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'

type Rated = Pick<HotelResult, 'rate'>

/** Who alone may book an offer; `undefined` if anyone can, or the provider does not restrict it. */
export const restriction = ({ rate }: Rated): 'negotiated' | 'conditional' | undefined =>
  rate?.audience === 'public' ? undefined : rate?.audience

export const isForAnyone = (hotel: Rated): boolean => restriction(hotel) === undefined
