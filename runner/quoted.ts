const longestShown = 60

/** Text of a hostile file, fit for a terminal and a log line: quoted, short, no control characters. */
export function quoted(text: string): string {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return JSON.stringify(shown.replace(/[\p{C}\u2028\u2029]/gu, '�'))
}
