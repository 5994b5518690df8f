/** The date this many days from now, as `2027-03-15`. For tests with the real clock, which refuses past dates. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
