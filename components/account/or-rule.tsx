/** The hairline between two ways to go on. */
export function OrRule() {
  return (
    <div className="flex items-center gap-3 text-xs text-ink-3">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
