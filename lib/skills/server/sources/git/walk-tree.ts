import { utf8Of } from '#runner/core/utf8.ts'
import type { EntryHead } from '../check-entries.ts'
import type { GitObjects } from './pack.ts'
import { MalformedGit } from './pack.ts'

/** One entry of a tree. `path` is inside the tree where the walk began. */
export type TreeEntry = { readonly path: string; readonly kind: EntryHead['kind']; readonly id: string }

/** A tree may repeat a tree, so that a few of them stand for millions of paths. */
const maxEntries = 100_000
const maxLevels = 32

/** The id of the tree of a commit. */
export function treeOf(objects: GitObjects, commit: string): string {
  const found = objects.get(commit)
  const [, tree] = /^tree ([0-9a-f]{40})\n/.exec(found?.type === 'commit' ? found.content.toString('latin1') : '') ?? []
  if (tree === undefined) throw new MalformedGit('a commit without a tree')
  return tree
}

/** The id of the folder at `path`. Undefined: it is not there, or not a folder. */
export function folderAt(objects: GitObjects, tree: string, path: string): string | undefined {
  let id: string | undefined = tree
  for (const segment of path === '' ? [] : path.split('/')) {
    id = entriesOf(objects, id).find((entry) => entry.path === segment && entry.kind === 'folder')?.id
    if (id === undefined) return undefined
  }
  return id
}

/** All entries below a tree, at any depth. */
export function walkTree(objects: GitObjects, tree: string): TreeEntry[] {
  const found: TreeEntry[] = []
  const walk = (id: string, inside: string, level: number): void => {
    if (level > maxLevels) throw new MalformedGit('a tree is too deep')
    for (const entry of entriesOf(objects, id)) {
      const path = inside === '' ? entry.path : `${inside}/${entry.path}`
      found.push({ ...entry, path })
      if (found.length > maxEntries) throw new MalformedGit(`more than ${maxEntries} paths`)
      if (entry.kind === 'folder') walk(entry.id, path, level + 1)
    }
  }
  walk(tree, '', 0)
  return found
}

const kinds: Readonly<Record<string, EntryHead['kind']>> = {
  40000: 'folder',
  100644: 'file',
  100664: 'file',
  100755: 'file',
  120000: 'link',
  160000: 'submodule',
}

function entriesOf(objects: GitObjects, id: string): TreeEntry[] {
  const tree = objects.get(id)
  if (tree?.type !== 'tree') throw new MalformedGit('a tree is missing')
  const { content } = tree
  const entries: TreeEntry[] = []
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const zero = content.indexOf(0, space)
    if (space < 0 || zero < 0 || zero + 21 > content.length) throw new MalformedGit('a tree is cut off')
    const name = utf8Of(content.subarray(space + 1, zero)) ?? '\ufffd'
    const kind = kinds[content.toString('latin1', at, space)] ?? 'special_file'
    // A slash would make one name look like a path, which passed no check of its own.
    if (name.includes('/')) throw new MalformedGit('a name with a slash')
    entries.push({ path: name, kind, id: content.toString('hex', zero + 1, zero + 21) })
    at = zero + 21
  }
  return entries
}
