/** Maximum length of an entry; a longer one continues in the next entry. */
const maxCharacters = 16 * 1024

const tracebackStart = 'Traceback (most recent call last):'
/** Python's lines between chained tracebacks. */
const chained = [
  'During handling of the above exception, another exception occurred:',
  'The above exception was the direct cause of the following exception:',
]

/**
 * Groups lines into log entries: an indented line belongs to the line above it, as in any stack trace, and a Python
 * traceback stays together with its error and its chained causes.
 */
export function entriesOf(lines: readonly string[]): string[] {
  const entries: string[] = []
  /** Whether the line with the error of a traceback is still to come. */
  let isOpen = false
  let wasTraceback = false
  for (const line of lines) {
    const isIndented = /^[ \t]/.test(line)
    const isChain: boolean = wasTraceback && chained.includes(line)
    const starts = line === tracebackStart
    const last = entries.at(-1)
    if (last !== undefined && (isIndented || isOpen || isChain) && last.length + line.length < maxCharacters) {
      entries[entries.length - 1] = `${last}\n${line}`
    } else entries.push(line)
    if (isIndented) continue
    wasTraceback = isOpen || isChain || starts
    isOpen = isChain || starts
  }
  return entries
}
