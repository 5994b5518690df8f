/** The cookie with the query of the last flight search, from which the server fills the form of the home page. */
export const LAST_SEARCH_COOKIE = 'last-flight-search'
