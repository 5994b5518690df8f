import { expect, test } from 'vitest'
import { createDiskRoom } from './disk-room.ts'

const megabytes = (count: number) => count * 1_000_000

test('reports a nearly full disk under any of the folders until space is free again', () => {
  let time = 0
  const free: Record<string, number> = { data: megabytes(500), database: megabytes(64) }
  const room = createDiskRoom({
    folders: ['data', 'database'],
    now: () => time,
    freeBytes: (folder) => free[folder] ?? 0,
  })
  const later = () => {
    time += 1000
    return room.problem()
  }
  expect(room.problem()).toBeUndefined()
  free.database = megabytes(64) - 1
  expect(later()).toBe('The disk of this app is full (63 MB free, 64 MB needed): the operator must free disk space.')
  free.database = megabytes(64)
  expect(later()).toBeUndefined()
  free.data = 0
  expect(later()).toContain('0 MB free')
})

test('queries the system at most once a second', () => {
  let time = 0
  let asked = 0
  const freeBytes = () => {
    asked += 1
    return megabytes(500)
  }
  const room = createDiskRoom({ folders: ['data'], now: () => time, freeBytes })
  for (; time < 2000; time += 100) room.problem()
  expect(asked).toBe(2)
})

test('treats an unreadable folder as full and does not name it', () => {
  const problem = createDiskRoom({ folders: ['/there/is/no/such/folder'], now: () => 0 }).problem()
  expect(problem).toContain('cannot be read')
  expect(problem).not.toContain('/there')
})
