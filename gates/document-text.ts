import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The bytes that may still be unpacked from the documents of a skill. */
type UnpackBudget = { left: number }

/** A full budget, far above the text of any honest skill's documents. */
export const newUnpackBudget = (): UnpackBudget => ({ left: 8 * 1024 * 1024 })

const maxEntries = 2000
const withText = /\.(?:xml|rels|x?html?|opf|ncx)$/i
const program = /(?:^|\/)vbaProject\.bin$|\.(?:exe|dll|ps1|vbs|js|sh|py)$/i

/**
 * The text in the entries of an Office document or e-book, with a line for each paragraph. `program`: it holds a macro
 * or another program. `unread`: it is damaged, encrypted or too large to be read.
 */
export async function documentText(bytes: Uint8Array, budget: UnpackBudget): Promise<string | 'program' | 'unread'> {
  const texts: string[] = []
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, decodeStrings: false })
    if (archive.entryCount > maxEntries) return 'unread'
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileNameRaw.toString('latin1')
      if (program.test(name)) return 'program'
      if (!withText.test(name)) continue
      budget.left -= entry.uncompressedSize
      if (budget.left < 0) return 'unread'
      // The stream fails for an encrypted entry, and at the first byte beyond the size that was subtracted.
      texts.push(plainText((await buffer(await archive.openReadStreamPromise(entry))).toString('utf8')))
    }
  } catch {
    return 'unread'
  }
  return texts.join('\n')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The text of XML, without its elements, in which a paragraph may consist of many runs. */
const plainText = (xml: string): string =>
  xml
    .replaceAll(/<\/(?:\w+:)?(?:p|h\d|li|tr|si|title|row)>|<(?:\w+:)?br\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => entities[name] ?? whole)
