import { join, resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import { main, root, step } from '../steps.ts'
import { writeImageFiles } from './write-image-files.ts'

/** `npm run image:files [-- FOLDER]`: writes the files of the container image, from a built project. */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 1 })
  await step('Files of the image', () => writeImageFiles(resolve(words[0] ?? join(root, 'dist/image'))))
  return 0
})
