import type * as z from 'zod'
import type { Trust } from '../principal.ts'
import type { ScriptLanguage } from '../script-language.ts'
import type { Json } from '../skill-io.ts'

/** The tiers of skills, the most trusted first. */
export const tiers = ['local', 'verified', 'untrusted'] as const

/** What a permission allows, and to whom it may be granted. */
export type PermissionDescriptor = {
  /** True: the permission is on or off. Absent: it is a list of items, such as hosts. */
  readonly isFlag?: true
  /** The tiers whose skills may have it. */
  readonly tiers: readonly (typeof tiers)[number][]
  /** The least trust of a request that may use it. */
  readonly trust: Trust
  /**
   * Set if answers depend on the caller, or a call leaves something behind: callers then share no answer, and a
   * function with this permission is not read-only.
   */
  readonly isPersonal?: true
  /** Set if every locked profile has it. */
  readonly ofProfiles?: true
  /** Finds the use in code. Absent: nobody looks for it. */
  readonly use?: RegExp
  /** Set if code that uses an undeclared permission gets a finding of the gates. */
  readonly isMissed?: true
  /** The console's icon. */
  readonly icon: string
  /** What it lets a skill do, and what the skill loses without it. `{item}` stands for the item of a list. */
  readonly verb: string
  readonly detail: string
  readonly effect: string
}

/** How a parameter of an SDK function becomes a field of the host call's arguments. */
export type Parameter = {
  /** The field. */
  readonly name: string
  /** `value`: any JSON. Others are converted. */
  readonly as: 'text' | 'number' | 'value'
  /** Set if it may be left out. */
  readonly isOptional?: true
  /** What the host assumes for an absent text. */
  readonly default?: string
  /** Set if it is a property of the last argument, which is an object. */
  readonly isOption?: true
  /** How the signature shows it. Absent: by its name. */
  readonly shown?: string
}

export type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly message: string }

/** Everything that is data about a host operation. Its behaviour is in `runner/operations`. */
export type OperationDescriptor<Args = unknown> = {
  /** Checks the arguments, which a sandbox can choose freely. */
  readonly args: z.ZodType<Args>
  /** The value of an answer. Restores the order of keys, which records of earlier versions lack. */
  readonly answer: z.ZodType<Json>
  /** The permission that a call needs. Absent: every skill may call it. */
  readonly permission?: string
  /** Set if only actions with the effect `act` may call it. */
  readonly acts?: true
  /** Set if a call must not be repeated when its answer is unknown. Absent: the call is idempotent. */
  readonly repeats?: 'never'
  /** False: the call does not count against the grant's limit of host calls, and has a limit of its own. */
  readonly isCounted?: false
  /** False: the guest continues at once, and the answer can only end the execution. */
  readonly isAwaited?: false
  /** Set if only the platform calls it, and no code of a skill. */
  readonly isOfPlatform?: true
  /** Set if the journal stores arguments of any size. Absent: it stores only the hash of large ones. */
  readonly keepsArguments?: true
  /** What is wrong with invalid arguments. Absent: the field and its problem. */
  readonly wrong?: string | ((issue: Issue) => string)
  /** The SDK function's parameters. Absent: the guest's script defines the function itself. */
  readonly params?: readonly Parameter[]
  /** The languages of scripts that have the function. Absent: only skills have it. */
  readonly scripts?: readonly ScriptLanguage[]
  /** One line of documentation. */
  readonly does: string
  /** The console's icon. */
  readonly icon: string
  /** What the console's timeline calls a call with these arguments, which may be cut or missing. */
  readonly title: string | ((args: unknown) => string)
  /** A detail for the timeline. Absent: none. */
  readonly note?: (args: unknown) => string
}

/** The longest path in the timeline, in characters. */
const longestPath = 120
export const shortPath = (path: string): string =>
  path.length > longestPath ? `${path.slice(0, longestPath)} …` : path
