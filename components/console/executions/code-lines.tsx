import type { CutText } from '#lib/console/model/console-executions.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'

/** Numbered lines of code or JSON. `failing`: the line that threw. Thousands of lines are only a few elements. */
export function CodeLines({ text, failing = null }: { text: string; failing?: number | null }) {
  const isHydrated = useIsHydrated()
  const lines = text.split('\n')
  const at = failing === null ? lines.length : failing - 1
  const failed = lines[at]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="code" aria-label="Code" tabIndex={0}>
      <pre className="code-sheet">
        <span className="code-numbers" aria-hidden="true">
          {/* Only the browser adds the numbers: they would make the compressed HTML a third larger. */}
          {isHydrated && ended(lines.map((_, index) => String(index + 1)))}
        </span>
        <code>
          {ended(lines.slice(0, at))}
          {failed !== undefined && (
            <span className="is-failing">
              {failed} <em>failed here</em>
            </span>
          )}
          {ended(lines.slice(at + 1))}
        </code>
      </pre>
    </section>
  )
}

/** One text with a line break after each line. Browsers ignore a break at the end, so an empty last line needs its own. */
const ended = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** States how much of a truncated text is shown. */
export function CutNote({ cut: { text, length } }: { cut: CutText }) {
  if (text.length >= length) return null
  return (
    <p className="code-note">
      Shown: the first {Math.round(text.length / 1024)} of {Math.round(length / 1024)} KB.
    </p>
  )
}
