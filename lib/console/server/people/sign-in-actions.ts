/** The rows of the audit trail that say that somebody signed in: whoever signs up is signed in too. */
export const signInActions = ['user.signed_in', 'user.signed_up'] as const
