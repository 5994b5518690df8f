import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createMigrationAdapter } from './migration-adapter.ts'

/** The engine reports a panic here before it traps. */
declare global {
  var PRISMA_WASM_PANIC_REGISTRY: { message: string; set_message(message: string): void } | undefined
}

const root = findProjectRoot()
export const schemaPath = join(root, 'prisma', 'schema.prisma')
export const migrationsFolder = join(root, 'prisma', 'migrations')

export const noFilters = { externalTables: [], externalEnums: [] }

export const readSchema = (): SchemasContainer => ({
  files: [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }],
})

export const readMigrationList = (): MigrationList => {
  const lockfile = join(migrationsFolder, 'migration_lock.toml')
  const names = existsSync(migrationsFolder)
    ? readdirSync(migrationsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : []
  return {
    baseDir: migrationsFolder,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((name) => {
        const value = readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8')
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
      }),
  }
}

/**
 * Prisma's schema engine as WebAssembly. It replaces the native engine that the Prisma CLI would download. Works on the
 * database at `url` and creates its shadow databases on the same server.
 */
export const openSchemaEngine = async (url: string): Promise<SchemaEngine> => {
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
    message: '',
    set_message(message) {
      this.message = message
    },
  }
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasmPath = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), {
    './schema_engine_bg.js': { ...bindings },
  })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start !== 'function') throw new Error('The schema engine has no start function; its package changed.')
  start()
  const { files } = readSchema()
  return bindings.SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => {},
    bindMigrationAwareSqlAdapterFactory(createMigrationAdapter(url)),
  )
}
