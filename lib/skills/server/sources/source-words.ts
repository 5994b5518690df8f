import type { ParsedSource } from './parse-source.ts'
import type { EntryProblem, SourceFacts, SourceReason, SourceRefusal, SourceTextProblem } from './source-refusal.ts'

/** A sentence that says what happened, and one that says what to do. */
export type SourceWords = { readonly message: string; readonly remedy: string }

const forms =
  'a folder (./my-skill), owner/repo/path@ref, https://…/x.git, https://….tar.gz, well-known:host, registry:https://… or registry:./folder'

const textProblems: Readonly<Record<SourceTextProblem, SourceWords>> = {
  empty: { message: 'The source is empty.', remedy: `Name ${forms}.` },
  too_long: { message: 'The source is longer than 2,048 characters.', remedy: 'Shorten it.' },
  control_character: { message: 'The source has a hidden character.', remedy: 'Type it instead of pasting it.' },
  unknown_form: { message: 'This is not the form of a source.', remedy: `Name ${forms}.` },
  not_https: {
    message: 'A source must be reached over https.',
    remedy: 'Use its https:// address. A registry in a folder is registry:./folder#name.',
  },
  credentials: { message: 'The address contains credentials.', remedy: 'Remove what stands before the @.' },
  host: {
    message: 'The host is not a full public name.',
    remedy: 'Use a name like example.com, not an address or localhost.',
  },
  path: {
    message: 'The path is not a path inside of the source.',
    remedy: 'Use names joined by /, without .. and \\.',
  },
  ref: {
    message: 'This is not the name of a branch, a tag or a commit.',
    remedy: 'Write it after @, like @main or @v1.2.0.',
  },
  name: { message: 'This is not the name of a skill.', remedy: 'Use letters, digits, dots, hyphens and underscores.' },
  range: { message: 'This is not a range of versions.', remedy: 'Use a range like 1.2.3, ^1.2 or >=1.0.0.' },
}

const entryProblems: Readonly<Record<EntryProblem, string>> = {
  absolute: 'has an absolute path',
  outside: 'leads out of the folder',
  link: 'is a link',
  special_file: 'is not a plain file',
  submodule: 'is another repository (a submodule)',
  git_folder: 'is a folder of git, whose settings can run programs',
  lfs_pointer: 'is a stand-in for a file of Git LFS, which is not there',
  encrypted: 'is encrypted',
  bad_name: 'has a name with characters or a length that no skill may have',
  windows_name: 'has a name that Windows refuses',
  too_deep: 'is more than 10 folders deep',
  collision: 'has the name of another file on systems that ignore case or Unicode form',
}

const list = (values: readonly string[]): string => (values.length === 0 ? 'nothing' : values.join(', '))
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const report = 'Tell the author of the source.'
const again = 'Try again later.'

const words: { readonly [Reason in SourceReason]: (facts: SourceFacts[Reason]) => SourceWords } = {
  not_found: ({ what, status }) => ({
    message: `${what} is not there, or is not public${status === undefined ? '' : ` (status ${status})`}.`,
    remedy: 'Check the spelling of the source.',
  }),
  ref_not_found: ({ url, ref }) => ({
    message: `${url} has no branch or tag ${ref}.`,
    remedy: 'Name a branch, a tag or a full commit id after @.',
  }),
  skill_not_found: ({ name, offered }) => ({
    message: `The source has no skill named ${name}. It has ${list(offered)}.`,
    remedy: 'Name one of these.',
  }),
  version_not_found: ({ name, range, offered }) => ({
    message: `No version of ${name} is in the range ${range}. There are ${list(offered)}.`,
    remedy: 'Name a range that has one of these.',
  }),
  name_needed: ({ offered }) => ({
    message: `The source has several skills: ${list(offered)}.`,
    remedy: 'Name one of these.',
  }),
  ambiguous: ({ name, sources }) => ({
    message: `The source has several skills named ${name}.`,
    remedy: `Name one of ${list(sources)}.`,
  }),
  no_skill: ({ what }) => ({
    message: `There is no skill in ${what}.`,
    remedy: 'Name a folder that has a SKILL.md or a skill.yaml.',
  }),
  registry_folder: ({ path }) => ({
    message: `${path} has no skill, but an index.json like a registry.`,
    remedy: `Name a skill of the registry: registry:${path}#NAME.`,
  }),
  pin_unsupported: ({ pin, kind }) => ({
    message: `A source of the kind ${kind} has no ${pin}.`,
    remedy: `Leave the ${pin} out.`,
  }),
  unreachable: ({ host, detail }) => ({ message: `${host} cannot be reached: ${detail}.`, remedy: again }),
  timeout: ({ host, seconds }) => ({ message: `${host} did not finish within ${seconds} seconds.`, remedy: again }),
  aborted: ({ host }) => ({ message: `The request to ${host} was cancelled.`, remedy: 'Start it again.' }),
  blocked: ({ host, detail }) => ({
    message: `A request to ${host} was blocked: ${detail}.`,
    remedy: 'Use a source that is public and reached over https.',
  }),
  status: ({ url, status }) => ({ message: `${url} answered with status ${status}.`, remedy: again }),
  too_large: ({ what, limitBytes }) => ({
    message: `The ${what} is larger than ${megabytes(limitBytes)}.`,
    remedy: `Name a smaller source. ${report}`,
  }),
  malformed: ({ what, detail }) => ({ message: `The ${what} cannot be read: ${detail || 'broken'}.`, remedy: report }),
  index_field: ({ field, detail }) => ({
    message: `The index has a wrong value at ${field || 'its top'}: ${detail}.`,
    remedy: report,
  }),
  unsupported: ({ what, detail }) => ({
    message: `The ${what} of this source is of a kind that is not supported: ${detail}.`,
    remedy: 'Use another source of this skill.',
  }),
  other_host: ({ host, url }) => ({
    message: `The index of ${host} names a file on another host: ${url}.`,
    remedy: 'Name that address as the source if you trust it.',
  }),
  digest_mismatch: ({ what, expected, got }) => ({
    message: `${what} is not what was promised: it has the digest ${got} instead of ${expected}.`,
    remedy: 'Look at what changed before you install it.',
  }),
  commit_not_found: ({ url, commit }) => ({
    message: `${url} no longer has the commit ${commit}.`,
    remedy: 'Look at what changed before you install another one.',
  }),
  signature: ({ name, version }) => ({
    message: `The signature of ${name} ${version} is wrong.`,
    remedy: `Do not install it. ${report}`,
  }),
  version_changed: ({ name, version, expected, got }) => ({
    message: `${name} ${version} is in the registry with the digest ${expected}. The folder has ${got}.`,
    remedy: 'Give the skill a new version.',
  }),
  registry_changed: ({ path }) => ({
    message: `${path} was changed by somebody else meanwhile. Nothing was published.`,
    remedy: 'Start it again.',
  }),
  registry_busy: ({ file }) => ({
    message: `${file} is there already. Nothing was published.`,
    remedy: 'Wait until another command has finished. If there is none, delete this file.',
  }),
  version_needed: ({ name }) => ({
    message: `The skill ${name} has no version.`,
    remedy: 'Write one into its manifest, like "1.0.0".',
  }),
  entry: ({ entry, problem }) => ({ message: `The entry ${entry} ${entryProblems[problem]}.`, remedy: report }),
  folder: ({ path, file, detail }) => ({
    message: `The folder ${path}${file === '' ? '' : ` (${file})`} ${detail}.`,
    remedy: 'Correct the folder, or name another one.',
  }),
  too_many_files: ({ limit }) => ({
    message: `The source has more than ${limit} files.`,
    remedy: `Name one skill of it. ${report}`,
  }),
  too_many_skills: ({ limit }) => ({
    message: `The source has more than ${limit} skills.`,
    remedy: 'Name a folder of it, or one skill.',
  }),
  disk: ({ detail }) => ({
    message: `The skill cannot be stored (${detail}).`,
    remedy: 'Free space, or give the app a folder that it may write to.',
  }),
}

/** The words for a refusal. */
export function sourceWords<Reason extends SourceReason>({ reason, facts }: SourceRefusal<Reason>): SourceWords {
  return words[reason](facts)
}

/** The words for a text that is not a source. */
export const sourceTextWords = ({ reason }: Extract<ParsedSource, { ok: false }>): SourceWords => textProblems[reason]
