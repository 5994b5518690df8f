/** A row and where it stands in the window, in px. */
export interface HeldRow {
  key: string
  top: number
}

/**
 * The row that is being read: the one with the focus, else the open one, else the first in the window when the list is scrolled.
 * It stays where it is when rows come in before it.
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

/** Whether a part of the row is in the window. */
export function isSeen(key: string): boolean {
  const row = rowOf(key)
  return row !== null && reachesWindow(row)
}

const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)

function reachesWindow(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** Frames in which rows are measured and the router or the browser may still scroll. */
const MOST_FRAMES = 12
const STILL_FRAMES = 3

/** Scrolls until a row stands at its place in the window and stays there; a row that is not in the page is waited for. */
export function keepInPlace({ key, top }: HeldRow): void {
  let still = 0
  const step = (frame: number) => {
    const row = rowOf(key)
    const difference = row ? row.getBoundingClientRect().top - top : undefined
    if (difference !== undefined && Math.abs(difference) >= 1) {
      window.scrollBy({ top: difference, behavior: 'instant' })
      still = 0
    } else if (row) still++
    if (still < STILL_FRAMES && frame < MOST_FRAMES) requestAnimationFrame(() => step(frame + 1))
  }
  step(0)
}
