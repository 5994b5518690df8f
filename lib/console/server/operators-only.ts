/** The options of every route below `/api/console`. Only operators may call it, and change data only from our pages. */
export const operatorsOnly = { who: 'operator', limit: 'console' } as const
