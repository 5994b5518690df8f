const offset = /^([+-])(\d{2}):(\d{2})$/

/** Minutes east of UTC: `+05:30` → 330; `Z` → 0. */
export function parseOffset(value: unknown): number | undefined {
  if (value === 'Z') return 0
  const match = typeof value === 'string' ? offset.exec(value) : null
  if (match === null) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** 330 → `+05:30`: the offset at the end of a date-time in results. */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
