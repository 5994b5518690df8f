/** The first letters of an id, enough to tell executions apart in lists and to find one: its page shows the whole id. */
export const shortId = (id: string): string => id.slice(0, 11)
