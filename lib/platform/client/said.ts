/** The result of a button press: a few words for the button, or a problem in sentences. */
export type Said = string | { problem: string }
