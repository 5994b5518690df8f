import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import * as z from 'zod'

const run = promisify(execFile)
const Burnt = z.array(z.int())

/** The Node at `path`, if its version differs from this one. */
export async function otherNode(path?: string): Promise<{ path: string; version: string } | undefined> {
  if (path === undefined) return undefined
  const version = (await run(path, ['--version'])).stdout.trim()
  return version === process.version ? undefined : { path, version }
}

/** The fuel that each input of the corpus uses when the Node binary at `path` runs it. */
export async function burnOnNode(path: string): Promise<number[]> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'burn-'))
  const folder = made.path
  const file = join(folder, 'burn.cjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'burn-main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: file,
    logLevel: 'silent',
    // Older versions have no zstd for the compressed bytecode. Fuel does not depend on the compression.
    banner: {
      js: `{
        const zlib = require('node:zlib')
        zlib.zstdCompressSync ??= zlib.deflateSync
        zlib.zstdDecompressSync ??= zlib.inflateSync
      }`,
    },
    // The folder in which the engine finds its other files.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(import.meta.dirname, '../engine.ts')).href) },
  })
  const { stdout } = await run(path, [file], { maxBuffer: 1_000_000 })
  return Burnt.parse(JSON.parse(stdout))
}
