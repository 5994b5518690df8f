/** Today in the reader's own calendar, as "YYYY-MM-DD". */
export function localToday(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
