/** A colour per carrier from its code: always the same, dark enough beside paper, light enough at night. */
function hueOf(code: string): number {
  let hash = 7
  for (const character of code) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (hash * 47) % 360
}

/** The two letters of a carrier over a bar of its colour; the name stands beside it. */
export function CarrierMark({ code }: { code: string }) {
  return (
    <span className="mark" style={{ borderBottomColor: `oklch(0.58 0.17 ${hueOf(code)})` }} aria-hidden="true">
      {code}
    </span>
  )
}
