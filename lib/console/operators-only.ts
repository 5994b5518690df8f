/** What every route below `/api/console` declares: only operators call it, and changes come from our own pages. */
export const operatorsOnly = { who: 'operator', limit: 'console' } as const
