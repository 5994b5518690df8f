/** The maximum number of trips side by side. */
export const maxCompared = 3
