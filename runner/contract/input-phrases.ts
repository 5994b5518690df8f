/** The phrase for a missing field. */
export const isRequired = 'is required'

/** The phrase for a query parameter that occurs twice but allows one value. */
export const givenTwice = 'cannot be given more than once'
