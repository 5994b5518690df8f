/** The divider with "or" between two ways to sign in. */
export function OrRule({ children }: { children: string }) {
  return <div className="or-rule faint">{children}</div>
}
