import { baseUrlOf, type Env } from '../env/env.ts'
import { travelCommand } from '../env/travel-command.ts'
import type { Auth } from './auth.ts'

/** At first start, prints the operator token in a box with the URL to use it at. It is shown only once. */
export async function printOperatorToken({ auth, env }: { auth: Auth; env: Env }): Promise<void> {
  const made = await auth.ensureOperatorToken()
  if (made !== undefined) process.stdout.write(operatorTokenBox(made.token, baseUrlOf(env)))
}

export function operatorTokenBox(token: string, baseUrl: string): string {
  const lines = [
    'Operator token (shown once, works once):',
    '',
    `  ${token}`,
    '',
    `1. Create an account at ${baseUrl}/sign-up, or sign in.`,
    `2. Use the token at ${baseUrl}/operator to become the operator.`,
    '',
    `Lost it? ${travelCommand('operator-token')} creates another.`,
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  return ['', `┌${rule}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${rule}┘`, ''].join('\n')
}

/** The instructions for an operator with a reset link. They are printed separately from the link. */
export function resetLinkNote({ email, isRunning }: { email: string; isRunning: boolean }): string {
  const lines = [
    `Send this link to ${email}: the app sends no mail. Whoever opens it can set the account's password.`,
    'It works once, within 24 hours. The new password signs the account out in every browser.',
  ]
  if (!isRunning) lines.push('The app is not running: start it first.')
  return `${lines.join('\n')}\n`
}
