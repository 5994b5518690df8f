import * as z from 'zod'
import { VisibleText } from '../visible-text.ts'
import { type OperationDescriptor, type PermissionDescriptor, shortPath } from './descriptor.ts'

/** The largest file that a skill may read or write, in bytes of UTF-8. */
export const maxFileBytes = 1024 * 1024
/** Below the skill's own folder. Links, `.` and `..` are never followed. */
const FilePath = VisibleText.max(1024, 'is longer than 1024 characters').regex(
  /^(?!\.{1,2}(?:\/|$))[^/\\\t\n]{1,255}(?:\/(?!\.{1,2}(?:\/|$))[^/\\\t\n]{1,255}){0,7}$/u,
  'must be a relative path like notes/today.txt, at most 8 names deep, without . and ..',
)

/** For a file, the journal stores its path and a hash of its text. */
const Shown = z.object({ path: z.string() })
const note = (args: unknown) => shortPath(Shown.safeParse(args).data?.path ?? '')

export type FilesGlobal = {
  readonly files: {
    /**
     * The text of a file in the skill's own folder, by its relative path. The manifest declares the path, or a folder
     * above it, in `permissions.filesystem.read`. Rejects with `NotFoundError` if there is no such file.
     */
    read(path: string): Promise<string>
    /**
     * Replaces or creates a whole file, at most 1 MB. Only in actions whose effects include `act`. Rejects with
     * `QuotaExceeded` if the skill's folder is full.
     */
    write(path: string, text: string): Promise<{ readonly bytes: number }>
  }
}

export const filesPermissions = {
  'filesystem.read': {
    tiers: ['local', 'verified'],
    trust: 'write',
    use: /\bfiles\s*\.\s*read\s*\(|\bopen\s*\(|read_(?:text|bytes)\s*\(|\breadFile|createReadStream/,
    icon: 'file',
    verb: 'Read {item}',
    detail: 'In its own folder, following no links.',
    effect: 'It can no longer read {item}.',
  },
  'filesystem.write': {
    tiers: ['local', 'verified'],
    trust: 'write',
    use: /\bfiles\s*\.\s*write\s*\(|\bopen\s*\([^)\n]*["'][wax]b?\+?["']|write_(?:text|bytes)\s*\(|\bwriteFile|appendFile|\.mkdir\s*\(|makedirs\s*\(/,
    icon: 'file',
    verb: 'Write {item}',
    detail: 'In its own folder, for actions that act.',
    effect: 'It can no longer write {item}.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const filesOperations = {
  'files.read': {
    args: z.strictObject({ path: FilePath }),
    answer: z.string(),
    permission: 'filesystem.read',
    params: [{ name: 'path', as: 'text' }],
    does: "a text file in the skill's own folder",
    icon: 'file',
    title: 'Read a file',
    note,
  },
  'files.write': {
    args: z.strictObject({ path: FilePath, text: z.string('must be text').max(maxFileBytes) }),
    answer: z.strictObject({ bytes: z.int().nonnegative() }),
    permission: 'filesystem.write',
    acts: true,
    repeats: 'never',
    params: [
      { name: 'path', as: 'text' },
      { name: 'text', as: 'text' },
    ],
    does: 'replaces the whole file; only in actions with effect `act`',
    icon: 'file',
    title: 'Wrote a file',
    note,
  },
} as const satisfies Record<string, OperationDescriptor>
