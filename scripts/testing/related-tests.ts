import { importsOf } from './imports-of.ts'

export const isModule = (file: string): boolean => /\.tsx?$/.test(file)
const isFastTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.includes('.integration.test.')

/**
 * The unit and component tests that a change touches, the nearest first: the changed tests, those with the path of
 * a changed file that is not a module, then those that import what changed, by the number of imports in between.
 *
 * @param sources the text of each file of the project, by its path
 */
export function relatedTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const importers = importersIn(sources)
  // Many tests write a package.json of their own.
  const data = changed.filter((file) => !isModule(file) && file.includes('/'))
  const named = [...sources].filter(([file, source]) => isFastTest(file) && data.some((path) => source.includes(path)))
  const found = new Set([...changed, ...named.map(([file]) => file)])
  // A set also visits what is added during the walk, in the order of its addition.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found].filter((file) => isFastTest(file) && sources.has(file))
}

/** The tests that list files of the project themselves, so that any change touches them. */
export const testsOfWholeProject = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].flatMap(([file, source]) => (isFastTest(file) && /'ls-files'|globSync\(/.test(source) ? [file] : []))

/** Which modules import a file. An import of types only has no effect on a test. */
function importersIn(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const imports = [...sources].flatMap(([file, source]) => (isModule(file) ? importsOf(file, source) : []))
  const importers = new Map<string, string[]>()
  for (const { from, to, isType } of imports) if (!isType) importers.set(to, [...(importers.get(to) ?? []), from])
  return importers
}
