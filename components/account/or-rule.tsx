/** The divider with "or" between two ways to sign in. */
export function OrRule() {
  return <div className="or-rule faint">or</div>
}
