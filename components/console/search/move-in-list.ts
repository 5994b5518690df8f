/** Moves the focus to the link of the next or previous row of the page's list. */
export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main .console-table tbody tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const start = at < 0 && step < 0 ? rows.length - 1 : at + step
  for (let index = start; index >= 0 && index < rows.length; index += step) {
    for (const link of rows[index]?.querySelectorAll('a') ?? []) {
      // A link that the screen's width hides takes no focus.
      link.focus()
      if (document.activeElement === link) return
    }
  }
}
