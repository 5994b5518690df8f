import { expect, test } from 'vitest'
import { createDbResetCommand } from './db.ts'

test('without --yes, says how to pass it through npm, which keeps options before -- for itself', async () => {
  await expect(createDbResetCommand().parseAsync([], { from: 'user' })).rejects.toThrow(
    'npm run travel -- db reset --yes',
  )
})
