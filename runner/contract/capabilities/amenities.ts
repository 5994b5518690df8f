/** What travelers choose a hotel by, in the order in which rows show it. Providers' other words are left out. */
export const amenityNames = [
  'wifi',
  'pool',
  'parking',
  'ev_charging',
  'air_conditioning',
  'fitness',
  'spa',
  'beach',
  'restaurant',
  'bar',
  'kitchen',
  'pets',
  'accessible',
  'elevator',
  'family_rooms',
  'airport_shuttle',
  'laundry',
  'reception_24h',
] as const

export type Amenity = (typeof amenityNames)[number]
