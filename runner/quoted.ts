const longestShown = 60

/** Text of a hostile file, fit for a terminal and a log line: quoted, short, no control characters. */
export function quoted(text: string): string {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return JSON.stringify(shown.replace(/[\p{C}\u2028\u2029]/gu, '�'))
}

/** A name that somebody else chose: as it is when it is short and plain, otherwise quoted. */
export function shortName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : quoted(name)
}
