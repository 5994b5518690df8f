/** The action of the row that an instance writes when it starts a head file. */
export const openedAction = 'audit_trail.opened'
