/** A row and its distance from the top of the window, in px. */
export interface HeldRow {
  key: string
  top: number
}

/**
 * The row being read: the visible row with the focus, else the open one, else, in a scrolled list, the first visible
 * one. It keeps its position when rows are inserted above it.
 */
export function heldRow(): HeldRow | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const seen = rows.filter(reachesWindow)
  const isScrolled = (rows[0]?.getBoundingClientRect().top ?? 0) < 0
  const row =
    seen.find((one) => one.contains(document.activeElement)) ??
    seen.find((one) => one.classList.contains('is-open')) ??
    (isScrolled ? seen[0] : undefined)
  const key = row?.dataset.row
  return row && key ? { key, top: row.getBoundingClientRect().top } : null
}

/** Whether any part of the row is visible. */
export function isSeen(key: string): boolean {
  const row = rowOf(key)
  return row !== null && reachesWindow(row)
}

const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)

function reachesWindow(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The most frames to wait while rows are measured and the router or the browser still scrolls. */
const MAX_FRAMES = 12
const STILL_FRAMES = 3

/** Scrolls until the row is back at its position and stays there; waits for a row that is not rendered yet. */
export function keepInPlace({ key, top }: HeldRow): void {
  let still = 0
  const step = (frame: number) => {
    const row = rowOf(key)
    const difference = row ? row.getBoundingClientRect().top - top : undefined
    if (difference !== undefined && Math.abs(difference) >= 1) {
      window.scrollBy({ top: difference, behavior: 'instant' })
      still = 0
    } else if (row) still++
    if (still < STILL_FRAMES && frame < MAX_FRAMES) requestAnimationFrame(() => step(frame + 1))
  }
  step(0)
}

/**
 * Where each row of a list starts, in px from the start of the list, and in the end where the list ends. Rows without a
 * known height are as high as a closed one.
 */
export function startsOf(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
  closedHeight: number,
): number[] {
  const starts = [0]
  let end = 0
  for (const key of keys) {
    end += heights.get(key) ?? closedHeight
    starts.push(end)
  }
  return starts
}

/** The first and the last row between two positions in px; of a list beyond them, the nearest row. */
export function rowsBetween(starts: readonly number[], from: number, to: number): readonly [number, number] {
  const rows = starts.slice(0, -1)
  const first = rows.findLastIndex((start) => start <= from)
  const last = rows.findLastIndex((start) => start < to)
  return [Math.max(first, 0), Math.max(first, last, 0)]
}
