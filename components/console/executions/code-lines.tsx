import type { CutText } from '#lib/shared/console-executions.ts'
import { classes } from '../../ui/classes.ts'

/** More lines would make the page slow, so the page only states how many more there are. */
const mostLines = 2000

/** Numbered lines of code or JSON. `failing`: the line that threw. */
export function CodeLines({ text, failing = null }: { text: string; failing?: number | null }) {
  const lines = text.split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="code" aria-label="Code" tabIndex={0}>
      <ol>
        {lines.slice(0, mostLines).map((line, index) => {
          const isFailing = failing === index + 1
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number identifies the line.
            <li key={index} className={classes(isFailing && 'is-failing')}>
              <code>{line === '' ? ' ' : line}</code>
              {isFailing && <em>failed here</em>}
            </li>
          )
        })}
      </ol>
      {lines.length > mostLines && <p className="faint">{lines.length - mostLines} more lines are not shown.</p>}
    </section>
  )
}

/** States how much of a truncated text is shown. */
export function CutNote({ cut: { text, length } }: { cut: CutText }) {
  if (text.length >= length) return null
  return (
    <p className="code-note">
      Shown: the first {Math.round(text.length / 1024)} of {Math.round(length / 1024)} KB.
    </p>
  )
}
