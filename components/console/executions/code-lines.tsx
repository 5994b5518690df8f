import type { CutText } from '#lib/console/model/console-executions.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { spelledOut } from '#runner/contract/hidden-text.ts'

interface CodeLinesProps {
  /** The name of the region, of which a page has several. */
  label: string
  text: string
  /** The line that threw. */
  failing?: number | null
  /** Whether long lines are wrapped. Each line is then an element, so code of very many lines never is. */
  isWrapped?: boolean
}

/** The most lines that are wrapped. */
const maxWrapped = 2_000
/** The element of the line that threw, for a link to it. */
export const failingLineId = 'failing-line'

/** Numbered lines of code or JSON, with hidden characters spelled out. Unwrapped, thousands of lines are only a few elements. */
export function CodeLines({ label, text, failing = null, isWrapped = false }: CodeLinesProps) {
  const lines = spelledOut(text).split('\n')
  const at = failing === null ? lines.length : failing - 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="code" aria-label={label} tabIndex={0}>
      {isWrapped && lines.length <= maxWrapped ? (
        <Wrapped lines={lines} at={at} />
      ) : (
        <Unwrapped lines={lines} at={at} />
      )}
    </section>
  )
}

interface LinesProps {
  lines: readonly string[]
  /** The index of the line that threw. */
  at: number
}

function Wrapped({ lines, at }: LinesProps) {
  return (
    <pre className="code-wrapped">
      <code>
        {lines.map((line, index) =>
          index === at ? (
            <Failing key="failing" line={line} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of a line is its identity.
            <span key={index}>{`${line}\n`}</span>
          ),
        )}
      </code>
    </pre>
  )
}

function Unwrapped({ lines, at }: LinesProps) {
  const isHydrated = useIsHydrated()
  const failed = lines[at]
  return (
    <pre className="code-sheet">
      <span className="code-numbers" aria-hidden="true">
        {/* Only the browser adds the numbers: they would make the compressed HTML a third larger. */}
        {isHydrated && ended(lines.map((_, index) => String(index + 1)))}
      </span>
      <code>
        {ended(lines.slice(0, at))}
        {failed !== undefined && <Failing line={failed} />}
        {ended(lines.slice(at + 1))}
      </code>
    </pre>
  )
}

const Failing = ({ line }: { line: string }) => (
  <span className="is-failing" id={failingLineId} tabIndex={-1}>
    {line} <em>failed here</em>
  </span>
)

/** One text with a line break after each line. Browsers ignore a break at the end, so an empty last line needs its own. */
const ended = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** States how much of a truncated text is shown. */
export function CutNote({ cut: { text, length } }: { cut: CutText }) {
  if (text.length >= length) return null
  return (
    <p className="code-note soft-xs">
      Shown: the first {Math.round(text.length / 1024)} of {Math.round(length / 1024)} KB.
    </p>
  )
}
