import { withMarks } from '#runner/contract/hidden-text.ts'

/** Who can change what was refused. `caller`: the person who named the source. `author`: of the skill or its source. */
type SourceFault = 'caller' | 'author' | 'operator' | 'provider' | 'us'

/** A sentence that says what happened, and one that says what to do. */
export type SourceWords = { readonly message: string; readonly remedy: string }

const forms =
  'a folder (./my-skill), owner/repo/path@ref, https://…/x.git, https://….tar.gz, well-known:host, registry:https://… or registry:./folder'

/**
 * `SOURCE_INVALID`: the caller's request. `SOURCE_NOT_FOUND`: nothing is there. `SOURCE_UNAVAILABLE`: a later attempt
 * may succeed. `SOURCE_BLOCKED`: the egress rules. `SOURCE_REFUSED`: what the source has must not be installed.
 * `SOURCE_CHANGED`: the source has other bytes than were promised.
 */
type SourceCode =
  | 'SOURCE_INVALID'
  | 'SOURCE_NOT_FOUND'
  | 'SOURCE_UNAVAILABLE'
  | 'SOURCE_BLOCKED'
  | 'SOURCE_REFUSED'
  | 'SOURCE_CHANGED'

const textProblems = {
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
} as const satisfies Readonly<Record<string, SourceWords>>

export type SourceTextProblem = keyof typeof textProblems

const entryProblems = {
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

export type EntryProblem = keyof typeof entryProblems

const list = (values: readonly string[]): string => (values.length === 0 ? 'nothing' : values.join(', '))
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const report = 'Tell the author of the source.'
const again = 'Try again later.'

const of = <Facts>(code: SourceCode, fault: SourceFault, words: (facts: Facts) => SourceWords) => ({
  code,
  fault,
  words,
})

/** Each reason with its values, of which texts of a source are bounded and have no control characters. */
const reasons = {
  /** The host, repository, file or folder is not there. `status` is the answer of the server, if there was one. */
  not_found: of('SOURCE_NOT_FOUND', 'caller', ({ what, status }: { what: string; status?: number }) => ({
    message: `${what} is not there, or is not public${status === undefined ? '' : ` (status ${status})`}.`,
    remedy: 'Check the spelling of the source.',
  })),
  ref_not_found: of('SOURCE_NOT_FOUND', 'caller', ({ url, ref }: { url: string; ref: string }) => ({
    message: `${url} has no branch or tag ${ref}.`,
    remedy: 'Name a branch, a tag or a full commit id after @.',
  })),
  /** A source offers no skill of this name. */
  skill_not_found: of(
    'SOURCE_NOT_FOUND',
    'caller',
    ({ name, offered }: { name: string; offered: readonly string[] }) => ({
      message: `The source has no skill named ${name}. It has ${list(offered)}.`,
      remedy: 'Name one of these.',
    }),
  ),
  /** No version of the skill lies in the range. */
  version_not_found: of(
    'SOURCE_NOT_FOUND',
    'caller',
    ({ name, range, offered }: { name: string; range: string; offered: readonly string[] }) => ({
      message: `No version of ${name} is in the range ${range}. There are ${list(offered)}.`,
      remedy: 'Name a range that has one of these.',
    }),
  ),
  /** The source offers several skills and the caller named none. */
  name_needed: of('SOURCE_INVALID', 'caller', ({ offered }: { offered: readonly string[] }) => ({
    message: `The source has several skills: ${list(offered)}.`,
    remedy: 'Name one of these.',
  })),
  /** Several skills have this name: each source names one exactly. */
  ambiguous: of('SOURCE_INVALID', 'caller', ({ name, sources }: { name: string; sources: readonly string[] }) => ({
    message: `The source has several skills named ${name}.`,
    remedy: `Name one of ${list(sources)}.`,
  })),
  /** Nothing at the source is a skill. */
  no_skill: of('SOURCE_NOT_FOUND', 'caller', ({ what }: { what: string }) => ({
    message: `There is no skill in ${what}.`,
    remedy: 'Name a folder that has a SKILL.md or a skill.yaml.',
  })),
  /** A folder has the index of a registry, and no skill. */
  registry_folder: of('SOURCE_INVALID', 'caller', ({ path }: { path: string }) => ({
    message: `${path} has no skill, but an index.json like a registry.`,
    remedy: `Name a skill of the registry: registry:${path}#NAME.`,
  })),
  /** A pin does not fit the kind of source. */
  pin_unsupported: of('SOURCE_INVALID', 'caller', ({ pin, kind }: { pin: 'commit' | 'digest'; kind: string }) => ({
    message: `A source of the kind ${kind} has no ${pin}.`,
    remedy: `Leave the ${pin} out.`,
  })),
  unreachable: of('SOURCE_UNAVAILABLE', 'provider', ({ host, detail }: { host: string; detail: string }) => ({
    message: `${host} cannot be reached: ${detail}.`,
    remedy: again,
  })),
  timeout: of('SOURCE_UNAVAILABLE', 'provider', ({ host, seconds }: { host: string; seconds: number }) => ({
    message: `${host} did not finish within ${seconds} seconds.`,
    remedy: again,
  })),
  aborted: of('SOURCE_UNAVAILABLE', 'caller', ({ host }: { host: string }) => ({
    message: `The request to ${host} was cancelled.`,
    remedy: 'Start it again.',
  })),
  /** The egress rules refused a request: a private address, a redirect to one, plain http. */
  blocked: of('SOURCE_BLOCKED', 'provider', ({ host, detail }: { host: string; detail: string }) => ({
    message: `A request to ${host} was blocked: ${detail}.`,
    remedy: 'Use a source that is public and reached over https.',
  })),
  /** The server answered with a status that is neither success nor "not found". */
  status: of('SOURCE_UNAVAILABLE', 'provider', ({ url, status }: { url: string; status: number }) => ({
    message: `${url} answered with status ${status}.`,
    remedy: again,
  })),
  too_large: of('SOURCE_REFUSED', 'author', ({ what, limitBytes }: { what: string; limitBytes: number }) => ({
    message: `The ${what} is larger than ${megabytes(limitBytes)}.`,
    remedy: `Name a smaller source. ${report}`,
  })),
  /** The answer is not what its format says. */
  malformed: of('SOURCE_REFUSED', 'provider', ({ what, detail }: { what: string; detail: string }) => ({
    message: `The ${what} cannot be read: ${detail || 'broken'}.`,
    remedy: report,
  })),
  /** Text of an index at `field` breaks its schema. */
  index_field: of('SOURCE_REFUSED', 'provider', ({ field, detail }: { field: string; detail: string }) => ({
    message: `The index has a wrong value at ${field || 'its top'}: ${detail}.`,
    remedy: report,
  })),
  /** The source does something that this client does not support, such as SHA-256 repositories. */
  unsupported: of('SOURCE_REFUSED', 'provider', ({ what, detail }: { what: string; detail: string }) => ({
    message: `The ${what} of this source is of a kind that is not supported: ${detail}.`,
    remedy: 'Use another source of this skill.',
  })),
  /** An index names a file on another host. */
  other_host: of('SOURCE_REFUSED', 'provider', ({ host, url }: { host: string; url: string }) => ({
    message: `The index of ${host} names a file on another host: ${url}.`,
    remedy: 'Name that address as the source if you trust it.',
  })),
  /** The bytes differ from the digest that the index or the caller names. */
  digest_mismatch: of(
    'SOURCE_CHANGED',
    'provider',
    ({ what, expected, got }: { what: string; expected: string; got: string }) => ({
      message: `${what} is not what was promised: it has the digest ${got} instead of ${expected}.`,
      remedy: 'Look at what changed before you install it.',
    }),
  ),
  /** The repository no longer has the pinned commit. */
  commit_not_found: of('SOURCE_CHANGED', 'provider', ({ url, commit }: { url: string; commit: string }) => ({
    message: `${url} no longer has the commit ${commit}.`,
    remedy: 'Look at what changed before you install another one.',
  })),
  signature: of('SOURCE_REFUSED', 'author', ({ name, version }: { name: string; version: string }) => ({
    message: `The signature of ${name} ${version} is wrong.`,
    remedy: `Do not install it. ${report}`,
  })),
  /** A version of a registry never changes. */
  version_changed: of(
    'SOURCE_INVALID',
    'caller',
    ({ name, version, expected, got }: { name: string; version: string; expected: string; got: string }) => ({
      message: `${name} ${version} is in the registry with the digest ${expected}. The folder has ${got}.`,
      remedy: 'Give the skill a new version.',
    }),
  ),
  /** Another publisher changed the registry meanwhile. */
  registry_changed: of('SOURCE_UNAVAILABLE', 'caller', ({ path }: { path: string }) => ({
    message: `${path} was changed by somebody else meanwhile. Nothing was published.`,
    remedy: 'Start it again.',
  })),
  /** Another publisher is at work, or was interrupted and left this file. */
  registry_busy: of('SOURCE_UNAVAILABLE', 'caller', ({ file }: { file: string }) => ({
    message: `${file} is there already. Nothing was published.`,
    remedy: 'Wait until another command has finished. If there is none, delete this file.',
  })),
  /** The manifest of a skill for a registry has no version. */
  version_needed: of('SOURCE_INVALID', 'caller', ({ name }: { name: string }) => ({
    message: `The skill ${name} has no version.`,
    remedy: 'Write one into its manifest, like "1.0.0".',
  })),
  /** An entry of an archive, a repository or a folder must not be in a skill. */
  entry: of('SOURCE_REFUSED', 'author', ({ entry, problem }: { entry: string; problem: EntryProblem }) => ({
    message: `The entry ${entry} ${entryProblems[problem]}.`,
    remedy: report,
  })),
  /** A folder of this machine cannot be read, or has something that a skill must not have. */
  folder: of('SOURCE_REFUSED', 'caller', ({ path, file, detail }: { path: string; file: string; detail: string }) => ({
    message: `The folder ${path}${file === '' ? '' : ` (${file})`} ${detail}.`,
    remedy: 'Correct the folder, or name another one.',
  })),
  too_many_files: of('SOURCE_REFUSED', 'author', ({ limit }: { limit: number }) => ({
    message: `The source has more than ${limit} files.`,
    remedy: `Name one skill of it. ${report}`,
  })),
  too_many_skills: of('SOURCE_INVALID', 'caller', ({ limit }: { limit: number }) => ({
    message: `The source has more than ${limit} skills.`,
    remedy: 'Name a folder of it, or one skill.',
  })),
  /** The disk of this machine is full or read-only. */
  disk: of('SOURCE_UNAVAILABLE', 'operator', ({ detail }: { detail: string }) => ({
    message: `The skill cannot be stored (${detail}).`,
    remedy: 'Free space, or give the app a folder that it may write to.',
  })),
}

export type SourceReason = keyof typeof reasons
export type SourceFacts = {
  readonly [Reason in SourceReason]: Readonly<Parameters<(typeof reasons)[Reason]['words']>[0]>
}

/** A refusal: facts without sentences. `sourceWords` makes the sentences for people. */
export type SourceRefusal<Reason extends SourceReason = SourceReason> = {
  readonly ok: false
  readonly code: SourceCode
  readonly reason: Reason
  readonly facts: SourceFacts[Reason]
  readonly fault: SourceFault
}

export function refuse<Reason extends SourceReason>(reason: Reason, facts: SourceFacts[Reason]): SourceRefusal<Reason> {
  const { code, fault } = reasons[reason]
  return { ok: false, code, reason, facts, fault }
}

const words: { readonly [Reason in SourceReason]: { words(facts: SourceFacts[Reason]): SourceWords } } = reasons

/** The words for a refusal. */
export const sourceWords = <Reason extends SourceReason>({ reason, facts }: SourceRefusal<Reason>): SourceWords =>
  words[reason].words(facts)

/** The words for a text that is not a source. */
export const sourceTextWords = (reason: SourceTextProblem): SourceWords => textProblems[reason]

/** Text of a source as a fact: bounded, and without characters that people do not see. */
export function shown(text: string, limit = 200): string {
  const visible = withMarks(text.slice(0, limit + 1))
  return visible.length > limit ? `${visible.slice(0, limit - 1).toWellFormed()}…` : visible
}
