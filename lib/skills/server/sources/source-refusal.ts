import { withMarks } from '#runner/contract/hidden-text.ts'

/** Who can change what was refused. `caller`: the person who named the source. `author`: of the skill or its source. */
type SourceFault = 'caller' | 'author' | 'operator' | 'provider' | 'us'

/** The values of each reason. Texts of a source are bounded and have no control characters. */
export type SourceFacts = {
  /** The host, repository, file or folder is not there. `status` is the answer of the server, if there was one. */
  not_found: { readonly what: string; readonly status?: number }
  ref_not_found: { readonly url: string; readonly ref: string }
  /** A source offers no skill of this name. */
  skill_not_found: { readonly name: string; readonly offered: readonly string[] }
  /** No version of the skill lies in the range. */
  version_not_found: { readonly name: string; readonly range: string; readonly offered: readonly string[] }
  /** The source offers several skills and the caller named none. */
  name_needed: { readonly offered: readonly string[] }
  /** Several skills have this name: each source names one exactly. */
  ambiguous: { readonly name: string; readonly sources: readonly string[] }
  /** Nothing at the source is a skill. */
  no_skill: { readonly what: string }
  /** A folder has the index of a registry, and no skill. */
  registry_folder: { readonly path: string }
  /** A pin does not fit the kind of source. */
  pin_unsupported: { readonly pin: 'commit' | 'digest'; readonly kind: string }
  unreachable: { readonly host: string; readonly detail: string }
  timeout: { readonly host: string; readonly seconds: number }
  aborted: { readonly host: string }
  /** The egress rules refused a request: a private address, a redirect to one, plain http. */
  blocked: { readonly host: string; readonly detail: string }
  /** The server answered with a status that is neither success nor "not found". */
  status: { readonly url: string; readonly status: number }
  too_large: { readonly what: string; readonly limitBytes: number }
  /** The answer is not what its format says. */
  malformed: { readonly what: string; readonly detail: string }
  /** Text of an index at `field` breaks its schema. */
  index_field: { readonly field: string; readonly detail: string }
  /** The source does something that this client does not support, such as SHA-256 repositories. */
  unsupported: { readonly what: string; readonly detail: string }
  /** An index names a file on another host. */
  other_host: { readonly host: string; readonly url: string }
  /** The bytes differ from the digest that the index or the caller names. */
  digest_mismatch: { readonly what: string; readonly expected: string; readonly got: string }
  /** The repository no longer has the pinned commit. */
  commit_not_found: { readonly url: string; readonly commit: string }
  signature: { readonly name: string; readonly version: string }
  /** A version of a registry never changes. */
  version_changed: { readonly name: string; readonly version: string; readonly expected: string; readonly got: string }
  /** Another publisher changed the registry meanwhile. */
  registry_changed: { readonly path: string }
  /** Another publisher is at work, or was interrupted and left this file. */
  registry_busy: { readonly file: string }
  /** The manifest of a skill for a registry has no version. */
  version_needed: { readonly name: string }
  /** An entry of an archive, a repository or a folder must not be in a skill. */
  entry: { readonly entry: string; readonly problem: EntryProblem }
  /** A folder of this machine cannot be read, or has something that a skill must not have. */
  folder: { readonly path: string; readonly file: string; readonly detail: string }
  too_many_files: { readonly limit: number }
  too_many_skills: { readonly limit: number }
  /** The disk of this machine is full or read-only. */
  disk: { readonly detail: string }
}

export type SourceReason = keyof SourceFacts

export type SourceTextProblem =
  | 'empty'
  | 'too_long'
  | 'control_character'
  | 'unknown_form'
  | 'not_https'
  | 'credentials'
  | 'host'
  | 'path'
  | 'ref'
  | 'name'
  | 'range'

export type EntryProblem =
  | 'absolute'
  | 'outside'
  | 'link'
  | 'special_file'
  | 'submodule'
  | 'git_folder'
  | 'lfs_pointer'
  | 'encrypted'
  | 'bad_name'
  | 'windows_name'
  | 'too_deep'
  | 'collision'

/** A refusal: facts without sentences. `source-words.ts` makes the sentence for people. */
export type SourceRefusal<Reason extends SourceReason = SourceReason> = {
  readonly ok: false
  readonly code: SourceCode
  readonly reason: Reason
  readonly facts: SourceFacts[Reason]
  readonly fault: SourceFault
}

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

const table: Readonly<Record<SourceReason, readonly [SourceCode, SourceFault]>> = {
  not_found: ['SOURCE_NOT_FOUND', 'caller'],
  ref_not_found: ['SOURCE_NOT_FOUND', 'caller'],
  skill_not_found: ['SOURCE_NOT_FOUND', 'caller'],
  version_not_found: ['SOURCE_NOT_FOUND', 'caller'],
  name_needed: ['SOURCE_INVALID', 'caller'],
  ambiguous: ['SOURCE_INVALID', 'caller'],
  no_skill: ['SOURCE_NOT_FOUND', 'caller'],
  registry_folder: ['SOURCE_INVALID', 'caller'],
  pin_unsupported: ['SOURCE_INVALID', 'caller'],
  unreachable: ['SOURCE_UNAVAILABLE', 'provider'],
  timeout: ['SOURCE_UNAVAILABLE', 'provider'],
  aborted: ['SOURCE_UNAVAILABLE', 'caller'],
  blocked: ['SOURCE_BLOCKED', 'provider'],
  status: ['SOURCE_UNAVAILABLE', 'provider'],
  too_large: ['SOURCE_REFUSED', 'author'],
  malformed: ['SOURCE_REFUSED', 'provider'],
  index_field: ['SOURCE_REFUSED', 'provider'],
  unsupported: ['SOURCE_REFUSED', 'provider'],
  other_host: ['SOURCE_REFUSED', 'provider'],
  digest_mismatch: ['SOURCE_CHANGED', 'provider'],
  commit_not_found: ['SOURCE_CHANGED', 'provider'],
  signature: ['SOURCE_REFUSED', 'author'],
  version_changed: ['SOURCE_INVALID', 'caller'],
  registry_changed: ['SOURCE_UNAVAILABLE', 'caller'],
  registry_busy: ['SOURCE_UNAVAILABLE', 'caller'],
  version_needed: ['SOURCE_INVALID', 'caller'],
  entry: ['SOURCE_REFUSED', 'author'],
  folder: ['SOURCE_REFUSED', 'caller'],
  too_many_files: ['SOURCE_REFUSED', 'author'],
  too_many_skills: ['SOURCE_INVALID', 'caller'],
  disk: ['SOURCE_UNAVAILABLE', 'operator'],
}

export function refuse<Reason extends SourceReason>(reason: Reason, facts: SourceFacts[Reason]): SourceRefusal<Reason> {
  const [code, fault] = table[reason]
  return { ok: false, code, reason, facts, fault }
}

/** Text of a source as a fact: bounded, and without characters that people do not see. */
export function shown(text: string, limit = 200): string {
  const visible = withMarks(text.slice(0, limit + 1))
  return visible.length > limit ? `${visible.slice(0, limit - 1).toWellFormed()}…` : visible
}
