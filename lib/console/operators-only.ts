/** The options of every route below `/api/console`: only operators may call it, and changes only from our own pages. */
export const operatorsOnly = { who: 'operator', limit: 'console' } as const
