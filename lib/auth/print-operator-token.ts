import type { Env } from '../env/env.ts'
import type { Auth } from './auth.ts'

/** At first start, the operator token in a box, with the address where it is used. It is shown this once. */
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
    `Use it at ${baseUrl}/operator to become the operator.`,
    'Lost it? npm run skill -- operator-token makes another.',
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  return ['', `┌${rule}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${rule}┘`, ''].join('\n')
}

/** The address that people open. */
export function baseUrlOf({ publicUrl, host, port }: Pick<Env, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
