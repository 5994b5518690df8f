import { moveToOwnMajor } from '../move-to-own-major.ts'

/**
 * A process that moves the database of a data folder, for tests that kill it. Prints a line before and after each part.
 * Arguments: data folder, outside folder.
 */
const [dataDir = '', outsideFolder = ''] = process.argv.slice(2)
await moveToOwnMajor({
  ...{ dataDir, outsideFolder, keysFromEnvironment: [], durable: false },
  async step(label, work) {
    process.stdout.write(`begins: ${label}\n`)
    const value = await work()
    process.stdout.write(`ends: ${label}\n`)
    return value
  },
})
process.stdout.write('moved\n')
