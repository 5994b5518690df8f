import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { hashOfOperatorToken } from '#lib/auth/operator-token.ts'
import { newId } from '#runner/contract/ids.ts'
import { withDatabase } from './database.ts'
import { setting } from './setting.ts'

/** A new operator token of the app under test, created on the command line like a replacement for a lost one. */
export async function newOperatorToken(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['lib/cli/main.ts', 'skill', 'operator-token'], {
    env: { ...process.env, TRAVEL_DATA_DIR: setting('TRAVEL_E2E_DATA_DIR'), DATABASE_URL: '' },
  })
  const [token] = /atk_[0-9A-Za-z]{22}/.exec(stdout) ?? []
  if (!token) throw new Error(`No operator token in: ${stdout}`)
  return token
}

/**
 * An operator token that is added to the database of the app under test. It saves the seconds of the command line, and
 * leaves the tokens of other tests as they are.
 */
export async function addOperatorToken(): Promise<string> {
  const token = newId('atk', randomBytes)
  const data = { id: newId('optok', randomBytes), tokenHash: hashOfOperatorToken(token), createdAt: new Date() }
  await withDatabase((db) => db.operatorToken.create({ data }))
  return token
}
