/**
 * Shows this page with another query, as a new entry of the history. The page reads its query with `useSearchParams` and
 * asks for its own data, so it does not wait for the server's answer to the same page.
 *
 * @param address the page's path with the query
 */
export const showQuery = (address: string): void => window.history.pushState(null, '', address)
