/** What every offer of a hotel is asked for with: the stay, and where it is. */
export type StayParams = Record<string, unknown>
