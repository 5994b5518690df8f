/** The first stop of the keyboard: past the header, to the page's main part. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="skip" href={to}>
      {children}
    </a>
  )
}
