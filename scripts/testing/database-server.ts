import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { applyMigrations } from '#lib/platform/server/db/migrate.ts'
import { templateDatabase } from '#lib/platform/server/db/testing.ts'
import { memoryFolder } from './memory-folder.ts'

/** One database server for all integration tests. Each test's database is a copy of a migrated template. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'travel-test-'))
  // If root starts the server, it runs as another user, which must be able to enter this folder.
  chmodSync(dataDir, 0o711)
  const database = await acquireDatabase({ dataDir, durable: false })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateDatabase}`)
  await admin.end()
  const template = new URL(database.url)
  template.pathname = `/${templateDatabase}`
  await applyMigrations(template.href)
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
