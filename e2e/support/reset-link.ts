import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setting } from './setting.ts'

/** The path of a password reset link, created on the command line as an operator would. */
export async function newResetLink(email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['lib/cli/main.ts', 'user', 'reset-password', email], {
    env: { ...process.env, TRAVEL_DATA_DIR: setting('TRAVEL_E2E_DATA_DIR'), DATABASE_URL: '' },
  })
  const { pathname, search } = new URL(stdout.trim().split('\n').at(-1) ?? '')
  return pathname + search
}
