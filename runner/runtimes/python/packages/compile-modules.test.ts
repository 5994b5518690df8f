import { describe, expect, test } from 'vitest'
import { withFiles } from '../load-interpreter.ts'
import { testInterpreter } from '../testing/in-thread.ts'
import { compileModules } from './compile-modules.ts'

describe('Python', () => {
  test('leaves out a module that takes too long to compile, and compiles those around it', async () => {
    const interpreter = await testInterpreter()
    const files = new Map([
      ['data/packages/one.py', Buffer.from('x = 1\n')],
      ['data/packages/slow.py', Buffer.from('x = f(1, [2, 3])\n'.repeat(1500))],
      ['data/packages/three.py', Buffer.from('x = 3\n')],
    ])
    const withSources = withFiles(interpreter, files)
    const namesOf = async (fuel?: number) =>
      [...(await compileModules(withSources, files, fuel)).keys()].map((path) => /__pycache__\/(\w+)/.exec(path)?.[1])
    expect(await namesOf(20_000_000)).toEqual(['one', 'three'])
    expect(await namesOf()).toEqual(['one', 'slow', 'three'])
  })
})
