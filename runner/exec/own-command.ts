/** A path that a command of the project may use, where it is on this machine. */
export type CommandPath = { readonly path: string; readonly access: 'read' | 'write' }

/**
 * A command that this project brings: a script for Node, with what the operator configured for it. A skill gives its
 * arguments and its input, nothing else.
 */
export type OwnCommand = {
  /** Absolute path of the script. */
  readonly script: string
  /** What the script reads of the project: its modules. Absolute paths. */
  readonly modules: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Added only for an action with the effect `act`. Without them the command must change nothing. */
  readonly envToAct: Readonly<Record<string, string>>
  /** `write` is `read` unless the action acts. */
  readonly paths: readonly CommandPath[]
  readonly network: boolean
}
