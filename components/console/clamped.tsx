/** A text that somebody else chose, in at most two lines. Pointing at it shows the whole text. */
export const Clamped = ({ children }: { children: string }) => (
  <span className="console-clamp" title={children}>
    {children}
  </span>
)
