const most = 100

/**
 * The title of a search, such as its route, before a price in the same line. Cut at 100 characters, so that the price
 * is not cut off.
 */
export const shortTitle = (title: string): string =>
  title.length <= most ? title : `${title.slice(0, most - 1).trimEnd()}…`
