import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from '../files/replace-file.ts'
import { appAddressFile } from '../files/secure-data-folder.ts'

const AppAddress = z.strictObject({ url: z.url({ protocol: /^https?$/ }), listens: z.url({ protocol: /^https?$/ }) })
/** `url`: the public URL. `listens`: the address on which the app itself listens, without a proxy. */
type AppAddress = z.infer<typeof AppAddress>

const answersWithinMs = 5000

/** Records the address of the starting app for the command line. */
export const announceApp = (dataDir: string, address: AppAddress): Promise<void> =>
  replaceFile(join(dataDir, appAddressFile), `${JSON.stringify(address)}\n`, 0o600)

/** The public URL of the app that runs on this data folder; undefined if none answers. */
export async function findRunningApp(dataDir: string, ask: typeof fetch = fetch): Promise<string | undefined> {
  try {
    const { url, listens } = AppAddress.parse(JSON.parse(await readFile(join(dataDir, appAddressFile), 'utf8')))
    const response = await ask(new URL('/health', listens), { signal: AbortSignal.timeout(answersWithinMs) })
    // Accepts an unhealthy app too. Another program on that port would not return this JSON.
    const health = z.object({ checks: z.object({ database: z.string() }) }).safeParse(await response.json())
    return health.success ? url : undefined
  } catch {
    return undefined
  }
}
