/** The row with which an instance starts a head file. */
export const openedAction = 'audit_trail.opened'
