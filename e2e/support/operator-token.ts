import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setting } from './setting.ts'

/** A new operator token of the app under test, from the command with which an operator replaces a lost token. */
export async function newOperatorToken(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['lib/cli/main.ts', 'skill', 'operator-token'], {
    env: { ...process.env, TRAVEL_DATA_DIR: setting('TRAVEL_E2E_DATA_DIR'), DATABASE_URL: '' },
  })
  const [token] = /atk_[0-9A-Za-z]{22}/.exec(stdout) ?? []
  if (!token) throw new Error(`No operator token in: ${stdout}`)
  return token
}
