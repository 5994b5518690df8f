/** The maximum number of trips side by side. */
export const mostCompared = 4
