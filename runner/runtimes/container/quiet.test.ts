import { expect, test } from 'vitest'
import { createQuiet } from './quiet.ts'

const never = () => () => {}

test('work waits while anybody needs the machine, and no longer', async () => {
  const quiet = createQuiet(never)
  await quiet.wait()
  const [first, second] = [quiet.busy(), quiet.busy()]
  let isOver = false
  const waiting = quiet.wait().then(() => {
    isOver = true
  })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await Promise.resolve()
  expect(isOver).toBe(false)
  second[Symbol.dispose]()
  await waiting
  expect(isOver).toBe(true)
})

test('work is done under load that never ends, too', async () => {
  let due = () => {}
  const quiet = createQuiet((_, callback) => {
    due = callback
    return () => {}
  })
  quiet.busy()
  const waiting = quiet.wait()
  due()
  await waiting
})
