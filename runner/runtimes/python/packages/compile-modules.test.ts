import { expect, test } from 'vitest'
import { findPythonModule, interpreterKey } from '../interpreter-files.ts'
import { loadInterpreter, withFiles } from '../load-interpreter.ts'
import { compileModules } from './compile-modules.ts'

test('leaves out a module that takes too long to compile, and compiles those around it', async () => {
  const projectRoot = process.cwd()
  const known = await findPythonModule(projectRoot)
  if (!known) throw new Error('No build of CPython is there')
  const interpreter = await loadInterpreter(projectRoot, known, await interpreterKey(projectRoot, known))
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
