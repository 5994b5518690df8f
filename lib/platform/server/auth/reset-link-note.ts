/** The instructions for an operator with a reset link. They are printed separately from the link. */
export function resetLinkNote({ email, isRunning }: { email: string; isRunning: boolean }): string {
  const lines = [
    `Send this link to ${email}: the app sends no mail. Whoever opens it can set the account's password.`,
    'It works once, within 24 hours. The new password signs the account out in every browser.',
  ]
  if (!isRunning) lines.push('The app is not running: start it first.')
  return `${lines.join('\n')}\n`
}
