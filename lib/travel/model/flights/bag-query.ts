import type { TravelProfile } from '../usual-profile.ts'

/** The bags of each traveler as a part of a request for prices; "" without any. */
export const bagQuery = ({ cabin_bags, checked_bags }: Pick<TravelProfile, 'cabin_bags' | 'checked_bags'>): string =>
  cabin_bags + checked_bags === 0 ? '' : `&cabin_bags=${cabin_bags}&checked_bags=${checked_bags}`
