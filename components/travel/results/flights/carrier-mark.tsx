/** The carrier code over a bar in the carrier's colour. Hidden from screen readers: the name is beside it. */
export function CarrierMark({ code }: { code: string }) {
  return (
    <span className="mark middle" style={{ borderBottomColor: `oklch(0.58 0.17 ${hueOf(code)})` }} aria-hidden="true">
      {code}
    </span>
  )
}

/** A stable hue derived from the carrier code; its colour is visible in both themes. */
function hueOf(code: string): number {
  let hash = 7
  for (const character of code) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (hash * 47) % 360
}
