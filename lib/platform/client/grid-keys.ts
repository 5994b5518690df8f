/** A cell of a grid: its row and its column, from 0. */
export interface GridPlace {
  row: number
  column: number
}

/** A key press, as far as the ARIA grid pattern uses it. */
interface GridKey {
  key: string
  ctrlKey: boolean
}

/**
 * The cell that a key moves to; undefined if the key does not move, or there is no further cell. Skips empty places in
 * the direction of the key.
 *
 * @param isThere whether the grid has a cell at a place within its bounds
 */
export function placeAfterKey(
  { key, ctrlKey }: GridKey,
  from: GridPlace,
  { rows, columns }: { rows: number; columns: number },
  isThere: (place: GridPlace) => boolean,
): GridPlace | undefined {
  const all = (rowOnly: boolean) =>
    Array.from({ length: rows * columns }, (_, at) => ({ row: Math.floor(at / columns), column: at % columns }))
      .filter(({ row }) => !rowOnly || row === from.row)
      .filter(isThere)
  if (key === 'Home') return all(!ctrlKey)[0]
  if (key === 'End') return all(!ctrlKey).at(-1)
  const [down, right] = steps[key] ?? [0, 0]
  if (down === 0 && right === 0) return undefined
  let { row, column } = from
  for (;;) {
    row += down
    column += right
    if (row < 0 || row >= rows || column < 0 || column >= columns) return undefined
    if (isThere({ row, column })) return { row, column }
  }
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
