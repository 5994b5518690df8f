/** A path that one of the project's commands may use if it exists on this machine. */
export type CommandPath = { readonly path: string; readonly access: 'read' | 'write' }

/** A command without its operator's settings, and what to set. */
export type NoCommand = { readonly unconfigured: string }

/**
 * One of the project's own commands: a Node script with its operator's settings. A skill provides only its arguments
 * and input.
 */
export type OwnCommand = {
  /** Absolute path of the script. */
  readonly script: string
  /** The absolute paths of the project's modules that the script loads. */
  readonly modules: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Variables that are added to `env` only for the effect `act`. Without them, the command must change nothing. */
  readonly envToAct: Readonly<Record<string, string>>
  /** `write` access becomes `read` unless the action has the effect `act`. */
  readonly paths: readonly CommandPath[]
  readonly network: boolean
}
