/** The first keyboard stop: skips the header and moves to the main content. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="skip" href={to}>
      {children}
    </a>
  )
}
