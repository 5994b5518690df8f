import { withMarks } from '../contract/hidden-text.ts'

const longestShown = 60

/** Makes untrusted text safe for a terminal or log line: quoted, short, without control characters. */
export function quoted(text: string): string {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return JSON.stringify(withMarks(shown))
}

/** Returns an untrusted name unchanged when it is short and plain, otherwise quoted. */
export function shortName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : quoted(name)
}
