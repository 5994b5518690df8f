/**
 * The action of the row that an instance writes when it starts a head file. In the former chain, the row declares the
 * number of unkeyed rows before it: only rows before the first such row may be unkeyed.
 */
export const openedAction = 'audit_trail.opened'
