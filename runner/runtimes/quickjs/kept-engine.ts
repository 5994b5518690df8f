import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { quickjs } from '../../contract/runtimes.ts'
import { sha256 } from '../../core/hash.ts'
import { keptBuild, readFolder } from '../kept-build.ts'
import { enginePathIn, meterEngine } from './engine.ts'

const Metered = z.instanceof(Uint8Array<ArrayBuffer>)
/** The code that meters. */
const [meterFolder, engineFile] = ['runner/runtimes/wasm', 'runner/runtimes/quickjs/engine.ts']

/** The metered engine of a project. Metering takes 0.1 s of CPU time, so it is kept for the next start. */
export async function keptEngine(projectRoot: string): Promise<Uint8Array<ArrayBuffer>> {
  const { memoryMb } = quickjs.limits
  const binary = await readFile(enginePathIn(projectRoot))
  const code = readFolder(join(/* turbopackIgnore: true */ projectRoot, meterFolder), '.ts')
  const inputs = [...code.map(([, bytes]) => bytes), await readFile(join(projectRoot, engineFile)), binary]
  const key = sha256(Buffer.from([memoryMb, ...inputs.map(sha256)].join('\n')))
  return keptBuild({ projectRoot, folder: 'quickjs', key }, Metered, () => meterEngine(binary, memoryMb))
}
