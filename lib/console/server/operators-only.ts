/** The options of every route below `/api/console`. Only operators may call it, and change data only from our pages. */
export const operatorsOnly = { who: 'operator', limit: 'console' } as const

/** The same for a route that scripts with a token of this scope may also call. */
export const operatorsRead = { ...operatorsOnly, scope: 'read' } as const
export const changesSkills = { ...operatorsOnly, scope: 'skills' } as const
export const changesProfiles = { ...operatorsOnly, scope: 'profiles' } as const

/** The same for an operation that the operator confirms with the password, or by signing in again. */
export const operatorsConfirm = { ...operatorsOnly, needsFreshSignIn: true } as const
