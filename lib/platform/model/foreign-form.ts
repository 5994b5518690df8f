/**
 * What a person reads who sends a form at an address that the app does not know. A browser without JavaScript shows it as
 * it is; pages show their own words for it.
 */
export const foreignFormText =
  "travel.aw does not accept forms from this address, so nothing was done. Open it at its own address. If this is its address, tell its operator: the app's log says what to set."
