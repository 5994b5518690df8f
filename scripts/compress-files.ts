import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/**
 * Writes a Brotli file beside each script and style sheet in a folder, at the best quality: compressed once, served
 * often.
 */
export async function compressFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file)
    if (/\.(?:js|css)$/.test(file)) await writeFile(`${path}.br`, await compress(await readFile(path)))
  }
}
