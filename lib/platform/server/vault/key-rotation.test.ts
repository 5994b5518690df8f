import { expect, test, vi } from 'vitest'
import { commandLine } from '../auth/context.ts'
import { createKeyRotation } from './key-rotation.ts'
import type { Rotation } from './rotate-key.ts'

function opened() {
  const rotations: PromiseWithResolvers<Rotation>[] = []
  const rotate = () => {
    const rotation = Promise.withResolvers<Rotation>()
    rotations.push(rotation)
    return rotation.promise
  }
  const error = vi.fn()
  return { rotation: createKeyRotation({ vault: { rotate }, log: { error } }), rotations, error }
}

test('`start` during a rotation starts no second rotation', async () => {
  const { rotation, rotations } = opened()
  rotation.start(commandLine)
  rotation.start(commandLine)
  expect(rotations).toHaveLength(1)
  expect(rotation.state()).toEqual({ kind: 'running' })
  rotations[0]?.resolve({ encrypted: 3, unreadable: [] })
  await vi.waitFor(() => expect(rotation.state()).toEqual({ kind: 'idle' }), { timeout: 30_000 })
  rotation.start(commandLine)
  expect(rotations).toHaveLength(2)
})

test('reports the values that no key can decrypt', async () => {
  const { rotation, rotations } = opened()
  rotation.start(commandLine)
  rotations[0]?.resolve({ encrypted: 1, unreadable: ['KEY_1'] })
  await vi.waitFor(() => expect(rotation.state()).toEqual({ kind: 'stopped', unreadable: ['KEY_1'] }), {
    timeout: 30_000,
  })
})

test('a failed rotation is logged, and another can start', async () => {
  const { rotation, rotations, error } = opened()
  rotation.start(commandLine)
  rotations[0]?.reject(new Error('the disk is full'))
  await vi.waitFor(() => expect(rotation.state()).toEqual({ kind: 'failed' }), { timeout: 30_000 })
  expect(error).toHaveBeenCalledOnce()
  rotation.start(commandLine)
  expect(rotation.state()).toEqual({ kind: 'running' })
})
