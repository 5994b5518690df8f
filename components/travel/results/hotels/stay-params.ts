/** The parameters of a request for all offers of a hotel: the stay and its location. */
export type StayParams = Record<string, unknown>
